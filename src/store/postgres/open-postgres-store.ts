import { Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import { messageOf } from '#core/failure.ts'
import type { ConnectionPool } from '#ports/condition.ts'
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
import {
  AbsentPrimary,
  type CorpusRow,
  prepareDatabase,
  type PostgresAddress,
  type Prepared,
  readCorpusRow,
} from './prepare-database.ts'
import { checkPrimary, openReplica } from './connection/read-server.ts'
import { raiseRevision, watchRevision, type RevisionWatch } from './connection/revision-watch.ts'
import { spreadReads, type SpreadReads } from './connection/spread-reads.ts'
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

/**
 * Reads from several servers. Who reads the number of the last change relies on that what is read next reflects it, whichever
 * server answers: from then on, only those are asked that have the revision which belongs to that number.
 */
const readerOfSeveral = ({ run }: SpreadReads, watch: RevisionWatch): PublicReader => {
  const db = kyselyOver(run)
  const reader = openPublicReader(db, postgresEngine)
  const lastChange = async (): Promise<number> => {
    const { rows } = await sql<{ last: number | null; revision: number }>`
      select (select max(seq) from public_changes) as last, revision from corpus where id = 1`.execute(db)
    watch.observe(rows[0]?.revision ?? 0)
    return rows[0]?.last ?? 0
  }
  return { ...reader, changes: { ...reader.changes, last: lastChange } }
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

const poolCondition = (name: string, pool: Pool): ConnectionPool => ({
  name,
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

export type PostgresStore = Store & Prepared

export type PostgresUrls = PostgresAddress & { replicaUrls: readonly string[] }

type Begun = CorpusRow & Prepared & { hasPrimary: boolean }

type BeginOptions = { migrate: boolean; mayLackPrimary: boolean; clock: Clock; log: Log }

/**
 * Prepares the database and reads what belongs to its corpus. While no server takes writes, the replicas tell that if this is allowed:
 * they have all migrations, or none of them is used.
 */
const begin = async (
  { url, directUrl, replicaUrls }: PostgresUrls & { directUrl: string | null },
  { migrate, mayLackPrimary, clock, log }: BeginOptions,
): Promise<Begun> => {
  const noteWaiting = (sentence: string): void => log.info({}, sentence)
  try {
    const prepared = await prepareDatabase({ url, directUrl }, { migrate, clock, noteWaiting })
    return { ...prepared, ...(await readCorpusRow(directUrl ?? url, clock)), hasPrimary: true }
  } catch (error) {
    if (!mayLackPrimary || !(error instanceof AbsentPrimary)) throw error
    const row = await Promise.any(replicaUrls.map((replicaUrl) => readCorpusRow(replicaUrl, clock))).catch(() => null)
    if (row === null) throw error
    log.warn(
      { server: 'primary', reason: error.message },
      'no database takes writes; replicas answer reads until one does',
    )
    return { ...row, migrated: [], settings: [], hasPrimary: false }
  }
}

/** Opens the corpus in a PostgreSQL database. Throws `unavailable` with instructions if it cannot be used as it is. */
export const openPostgresStore = async (
  { url, directUrl = null, replicaUrls }: PostgresUrls,
  { clock, log }: { clock: Clock; log: Log },
  { migrate, mayLackPrimary = false }: { migrate: boolean; mayLackPrimary?: boolean },
): Promise<PostgresStore> => {
  const begun = await begin({ url, directUrl, replicaUrls }, { migrate, mayLackPrimary, clock, log })
  const { migrated, settings, secret, revision, hasPrimary } = begun
  if (settings.length > 0 && !migrate)
    log.warn({ missing: settings }, 'run these statements: the sessions behind the pooler lack settings')
  const peer: Peer = directUrl === null ? 'server' : 'pooler'
  const readPool = openPool(url, { max: READ_POOL_SIZE, log, server: 'primary', peer })
  const writing = openPool(url, { max: WRITE_POOL_SIZE, log, server: 'primary', peer })
  const onPrimary = readInPool(readPool, peer)
  const readDb = kyselyOver(onPrimary)
  const primary = corpusReader(readDb)
  const watch = watchRevision(directUrl ?? url, revision, log)
  const place = { secret, peer }
  const spread =
    replicaUrls.length === 0
      ? null
      : spreadReads(
          {
            primary: checkPrimary({ ...place, url, run: onPrimary, isReachable: hasPrimary }, watch, log),
            replicas: replicaUrls.map((replicaUrl, index) => {
              const name = replicaUrls.length === 1 ? 'replica' : `replica ${index + 1}`
              return openReplica({ ...place, url: replicaUrl, name, max: READ_POOL_SIZE }, watch, log)
            }),
          },
          watch,
        )
  if (!hasPrimary) await spread?.settle()
  const privateReader: PrivateReader = {
    ...openPrivateReader(readDb, postgresEngine),
    secret: () => Promise.resolve(secret),
    revision: watchedRevision(primary, watch),
  }
  const publicReader = spread === null ? privateReader : readerOfSeveral(spread, watch)
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
    migrated,
    settings,
    currentRevision: cachedRevision(primary, watch),
    isReadOnly: () => spread?.isWithoutPrimary() ?? false,
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
    condition: () => ({
      servers: spread?.servers() ?? [{ name: 'primary', isReachable: watch.isLive(), lagSeconds: 0 }],
      pools: [poolCondition('read', readPool), poolCondition('write', writing)],
    }),
    close: async () => {
      await watch.close()
      await indexing.finish()
      await spread?.close()
      await Promise.all([readPool.end(), writing.end()])
    },
  }
}
