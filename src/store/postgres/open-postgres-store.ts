import { Kysely } from 'kysely'
import { messageOf } from '#core/failure.ts'
import type { Clock, Log } from '#ports/runtime.ts'
import type { PrivateReader, PublicReader, Store } from '#ports/store/store.ts'
import type { Tables } from '#store/rows.ts'
import { runTransaction } from '#store/sql/run-transaction.ts'
import { corpusReader, openPrivateReader, openPublicReader } from '#store/sql/subjects.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import {
  openPool,
  readInPool,
  READ_POOL_SIZE,
  WRITE_POOL_SIZE,
  type Peer,
  type RunQuery,
} from './connection/connections.ts'
import { postgresDialect, postgresEngine } from './engine.ts'
import { indexAdded, listForSearch } from './search.ts'
import { prepareDatabase, type PostgresAddress, type Prepared } from './prepare-database.ts'
import { openReplica, preferReplica } from './connection/replica.ts'
import { raiseRevision, watchRevision, type RevisionWatch } from './connection/revision-watch.ts'
import { writeQueue } from './connection/write-queue.ts'

const kyselyOver = (run: RunQuery): Kysely<Tables> => new Kysely<Tables>({ dialect: postgresDialect(run) })

/** Costs no query while notifications arrive. */
const watchedRevision =
  (reader: Pick<PrivateReader, 'revision'>, watch: RevisionWatch) => async (): Promise<number> => {
    if (!watch.isLive()) watch.observe(await reader.revision())
    return watch.latest()
  }

/** The latest revision. If notifications have stopped it is refreshed in the background, one query at a time. */
const cachedRevision = (reader: Pick<PrivateReader, 'revision'>, watch: RevisionWatch): (() => number) => {
  let refreshing: Promise<void> | null = null
  const refresh = async (): Promise<void> => {
    // The next read hits the same failure and reports it.
    watch.observe(await reader.revision().catch(() => 0))
    refreshing = null
  }
  return () => {
    if (!watch.isLive()) refreshing ??= refresh()
    return watch.getFresh()
  }
}

/** Work in the background that is asked for again and again: it runs once at a time, and once more if asked for meanwhile. */
const inBackground = (work: () => Promise<void>) => {
  let running: Promise<void> | null = null
  let isWanted = false
  const runWanted = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false
      await work()
    }
    running = null
  }
  return {
    want: (): void => {
      isWanted = true
      running ??= runWanted()
    },
    finish: async (): Promise<void> => {
      await running
    },
  }
}

export type PostgresStore = Store & Prepared

export type PostgresUrls = PostgresAddress & { replicaUrl: string | null }

/** Opens the corpus in a PostgreSQL database. Throws `unavailable` with instructions if it cannot be used as it is. */
export const openPostgresStore = async (
  { url, directUrl = null, replicaUrl }: PostgresUrls,
  { clock, log }: { clock: Clock; log: Log },
  { migrate }: { migrate: boolean },
): Promise<PostgresStore> => {
  const noteWaiting = (sentence: string): void => log.info({}, sentence)
  const prepared = await prepareDatabase({ url, directUrl }, { migrate, clock, noteWaiting })
  if (prepared.settings.length > 0 && !migrate)
    log.warn({ missing: prepared.settings }, 'run these statements: the sessions behind the pooler lack settings')
  const peer: Peer = directUrl === null ? 'server' : 'pooler'
  const readPool = openPool(url, { max: READ_POOL_SIZE, log, server: 'primary', peer })
  const writing = openPool(url, { max: WRITE_POOL_SIZE, log, server: 'primary', peer })
  const onPrimary = readInPool(readPool, peer)
  const readDb = kyselyOver(onPrimary)
  const primary = corpusReader(readDb)
  const secret = await primary.secret()
  const watch = watchRevision(directUrl ?? url, await primary.revision(), log)
  const replica =
    replicaUrl === null ? null : openReplica({ url: replicaUrl, secret, max: READ_POOL_SIZE, peer }, watch, log)
  const privateReader: PrivateReader = {
    ...openPrivateReader(readDb, postgresEngine),
    secret: () => Promise.resolve(secret),
    revision: watchedRevision(primary, watch),
  }
  const publicReader: PublicReader =
    replica === null ? privateReader : openPublicReader(kyselyOver(preferReplica(replica, onPrimary)), postgresEngine)
  const runInQueue = writeQueue(writing, peer)
  // After the commit, because it takes as long as the rest of a transaction and blocks nobody.
  const indexing = inBackground(async () => {
    try {
      await indexAdded(readDb)
    } catch (error) {
      log.warn({ server: 'primary', reason: messageOf(error) }, 'indexing new papers failed; searches read their list')
    }
  })
  return {
    ...prepared,
    currentRevision: cachedRevision(primary, watch),
    public: publicReader,
    private: privateReader,
    transact: async (work) => {
      let raised = 0
      let hasAdded = false
      const observedEngine: Engine = {
        ...postgresEngine,
        raiseRevision: async (db) => {
          raised = await raiseRevision(db)
          return raised
        },
        addToSearch: async (db, papers) => {
          hasAdded = true
          await listForSearch(db, papers)
        },
      }
      const result = await runInQueue((run) =>
        runTransaction({ db: kyselyOver(run), engine: observedEngine, clock }, work),
      )
      watch.observe(raised)
      if (hasAdded) indexing.want()
      return result
    },
    close: async () => {
      await watch.close()
      await indexing.finish()
      await replica?.close()
      await Promise.all([readPool.end(), writing.end()])
    },
  }
}
