import { Kysely } from 'kysely'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Reader, Store } from '#ports/store/store.ts'
import type { Tables } from '#store/rows.ts'
import { openReader, runTransaction } from '#store/sql/open-reader.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { openPool, runInPool, type RunQuery } from './connection/connections.ts'
import { postgresDialect } from './connection/dialect.ts'
import { postgresEngine } from './engine.ts'
import { prepareDatabase } from './prepare-database.ts'
import { openReplica, preferReplica } from './connection/replica.ts'
import { raiseRevision, watchRevision, type RevisionWatch } from './connection/revision-watch.ts'
import { writeQueue } from './connection/write-queue.ts'

const READ_POOL_SIZE = 8
/** Transactions take turns; a second connection lets the next begin while the last is handed back. */
const WRITE_POOL_SIZE = 2

const kyselyOver = (run: RunQuery): Kysely<Tables> => new Kysely<Tables>({ dialect: postgresDialect(run) })

/** The revision costs no question while this process hears of every change. */
const watchedRevision = (read: Reader, watch: RevisionWatch) => async (): Promise<number> => {
  if (!watch.isLive()) watch.observe(await read.revision())
  return watch.latest()
}

/** What was heard last; without news for a while it is asked for beside the request, once at a time. */
const cachedRevision = (read: Reader, watch: RevisionWatch): (() => number) => {
  let asking: Promise<void> | null = null
  const ask = async (): Promise<void> => {
    // Whoever reads next meets the same failure and can tell it.
    watch.observe(await read.revision().catch(() => 0))
    asking = null
  }
  return () => {
    if (!watch.isLive()) asking ??= ask()
    return watch.getFresh()
  }
}

/**
 * What the public may see comes from the replica while that has all of it. What belongs to one client, such as its
 * submissions, keys and limits, always comes from the primary, so that everybody reads their own writes.
 */
const readWithReplica = (primary: Reader, run: RunQuery): Reader => {
  const { papers, library, chapters, concepts, gaps, briefs, stats } = openReader(kyselyOver(run), postgresEngine)
  return {
    ...primary,
    papers: {
      ...primary.papers,
      list: (filter, after, limit) => papers.list(filter, after, limit),
      countByAttributes: (traits) => papers.countByAttributes(traits),
      continueCount: (filter, progress, atMost) => papers.continueCount(filter, progress, atMost),
      find: (id) => papers.find(id),
      listWithText: (after, limit) => papers.listWithText(after, limit),
      acceptedWithin: (from, to) => papers.acceptedWithin(from, to),
    },
    chapters,
    library,
    concepts,
    gaps,
    briefs,
    stats,
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
  const reading = openPool(url, { max: READ_POOL_SIZE, log, server: 'primary' })
  const writing = openPool(url, { max: WRITE_POOL_SIZE, log, server: 'primary' })
  const onPrimary = runInPool(reading)
  const primary = openReader(kyselyOver(onPrimary), postgresEngine)
  const secret = await primary.secret()
  const watch = watchRevision(url, await primary.revision(), log)
  const replica = replicaUrl === null ? null : openReplica({ url: replicaUrl, secret, max: READ_POOL_SIZE }, watch, log)
  const read = replica === null ? primary : readWithReplica(primary, preferReplica(replica, onPrimary))
  const takeTurn = writeQueue(writing)
  return {
    migrated,
    currentRevision: cachedRevision(primary, watch),
    read: { ...read, secret: () => Promise.resolve(secret), revision: watchedRevision(primary, watch) },
    transact: async (work) => {
      let raised = 0
      const noting: Engine = {
        ...postgresEngine,
        raiseRevision: async (db) => {
          raised = await raiseRevision(db)
          return raised
        },
      }
      const result = await takeTurn((run) => runTransaction(kyselyOver(run), noting, work))
      watch.observe(raised)
      return result
    },
    close: async () => {
      await watch.close()
      await replica?.close()
      await Promise.all([reading.end(), writing.end()])
    },
  }
}
