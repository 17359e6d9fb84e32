import { Kysely } from 'kysely'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { PrivateReader, PublicReader, Store } from '#ports/store/store.ts'
import type { Tables } from '#store/rows.ts'
import { corpusReader } from '#store/sql/corpus-reader.ts'
import { privateReaderOnDemand, publicReaderOnDemand } from '#store/sql/readers-on-demand.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { openPool, readInPool, READ_POOL_SIZE, WRITE_POOL_SIZE, type RunQuery } from './connection/connections.ts'
import { postgresDialect } from './connection/dialect.ts'
import { postgresEngine } from './engine.ts'
import { prepareDatabase } from './prepare-database.ts'
import { openReplica, preferReplica } from './connection/replica.ts'
import { raiseRevision, watchRevision, type RevisionWatch } from './connection/revision-watch.ts'
import { writeQueue } from './connection/write-queue.ts'

const kyselyOver = (run: RunQuery): Kysely<Tables> => new Kysely<Tables>({ dialect: postgresDialect(run) })

/** The revision costs no query while this process is notified of every change. */
const watchedRevision =
  (reader: Pick<PrivateReader, 'revision'>, watch: RevisionWatch) => async (): Promise<number> => {
    if (!watch.isLive()) watch.observe(await reader.revision())
    return watch.latest()
  }

/** The latest revision; when no notification has come for a while, it is read beside the request, once at a time. */
const cachedRevision = (reader: Pick<PrivateReader, 'revision'>, watch: RevisionWatch): (() => number) => {
  let asking: Promise<void> | null = null
  const ask = async (): Promise<void> => {
    // Whoever reads next meets the same failure and can tell it.
    watch.observe(await reader.revision().catch(() => 0))
    asking = null
  }
  return () => {
    if (!watch.isLive()) asking ??= ask()
    return watch.getFresh()
  }
}

export type PostgresStore = Store & {
  /** Names of the steps that opening it applied. */
  migrated: string[]
}

export type PostgresUrls = { url: string; replicaUrl: string | null }

/** Opens the corpus of a PostgreSQL database. Throws `unavailable` with what to do when it cannot be used as it is. */
export const openPostgresStore = async (
  { url, replicaUrl }: PostgresUrls,
  { clock, log }: { clock: Clock; log: Log },
  { migrate }: { migrate: boolean },
): Promise<PostgresStore> => {
  const migrated = await prepareDatabase(url, { migrate, clock })
  const readPool = openPool(url, { max: READ_POOL_SIZE, log, server: 'primary' })
  const writing = openPool(url, { max: WRITE_POOL_SIZE, log, server: 'primary' })
  const onPrimary = readInPool(readPool)
  const readDb = kyselyOver(onPrimary)
  const primary = corpusReader(readDb)
  const secret = await primary.secret()
  const watch = watchRevision(url, await primary.revision(), log)
  const replica = replicaUrl === null ? null : openReplica({ url: replicaUrl, secret, max: READ_POOL_SIZE }, watch, log)
  const corpus = { secret: () => Promise.resolve(secret), revision: watchedRevision(primary, watch) }
  const privateReader = privateReaderOnDemand({ db: readDb, engine: postgresEngine, corpus })
  const publicReader: PublicReader =
    replica === null
      ? privateReader
      : publicReaderOnDemand({ db: kyselyOver(preferReplica(replica, onPrimary)), engine: postgresEngine })
  const takeTurn = writeQueue(writing)
  return {
    migrated,
    currentRevision: cachedRevision(primary, watch),
    public: publicReader,
    private: privateReader,
    transact: async (work) => {
      // What writes is loaded with the first transaction, before it takes its turn.
      const { runTransaction } = await import('#store/sql/run-transaction.ts')
      let raised = 0
      const noting: Engine = {
        ...postgresEngine,
        raiseRevision: async (db) => {
          raised = await raiseRevision(db)
          return raised
        },
      }
      const result = await takeTurn((run) => runTransaction({ db: kyselyOver(run), engine: noting, clock }, work))
      watch.observe(raised)
      return result
    },
    close: async () => {
      await watch.close()
      await replica?.close()
      await Promise.all([readPool.end(), writing.end()])
    },
  }
}
