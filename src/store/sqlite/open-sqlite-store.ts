import { Kysely } from 'kysely'
import type { Database } from 'better-sqlite3'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store/store.ts'
import { UNFINISHED_COPY, unfinishedCopyMessage } from '#store/sql/copy/copied-tables.ts'
import { corpusReader } from '#store/sql/corpus-reader.ts'
import { privateReaderOnDemand } from '#store/sql/readers-on-demand.ts'
import type { Migration } from '#store/sql/migrations.ts'
import type { Tables } from '#store/rows.ts'
import { openReadOnly, openWriter, type WriterOptions } from './connection.ts'
import { preparedDialect } from './dialect.ts'
import { sqliteEngine } from './engine.ts'
import { logMover } from './log-mover.ts'
import { applyMigrations, pendingMigrations, refreshAnalysis } from './migrate.ts'
import { makePrivateFile } from './private-files.ts'
import { revisionProbe } from './revision-probe.ts'
import { turnWatch, wholeTransactions } from './turn-watch.ts'
import { writeQueue } from './write-queue.ts'

/** A corpus that is not empty is backed up before its tables change. */
const backUpBeforeMigration = (database: Database, path: string, step: number): string | null => {
  const empty = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'papers'").get() === undefined
  if (empty || path === ':memory:') return null
  const copy = `${path}.before-${String(step).padStart(4, '0')}-${Date.now()}`
  makePrivateFile(copy)
  database.prepare('VACUUM INTO ?').run(copy)
  return copy
}

const migrate = async (
  database: Database,
  path: string,
  { clock, log }: { clock: Clock; log: Log },
): Promise<Migration[]> => {
  const pending = pendingMigrations(database)
  const [first] = pending
  if (first === undefined) {
    await refreshAnalysis(database)
    return []
  }
  const backup = backUpBeforeMigration(database, path, first.number)
  if (backup !== null) log.info({ backup }, 'copied the database before migrating it')
  return applyMigrations(database, pending, clock.now())
}

const refuseUnfinished = (database: Database): void => {
  const marked = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(UNFINISHED_COPY)
  if (marked === undefined) return
  database.close()
  throw new Failure('unavailable', unfinishedCopyMessage)
}

/** `migrated`: names of the migrations that were applied when it was opened. */
export type SqliteStore = Store & { migrated: string[] }

/** Opens the corpus in one file, and creates or migrates it if necessary. `:memory:` is for tests. */
export const openSqliteStore = async (
  path: string,
  ports: { clock: Clock; log: Log },
  options: WriterOptions = {},
): Promise<SqliteStore> => {
  const writer = openWriter(path, options)
  refuseUnfinished(writer)
  const steps = await migrate(writer, path, ports)
  const reader = path === ':memory:' ? writer : openReadOnly(path)
  const isServed = reader !== writer && options.isBulk !== true
  const turns = isServed ? turnWatch() : wholeTransactions()
  const log = isServed ? logMover(writer) : null
  const writing = new Kysely<Tables>({ dialect: preparedDialect(writer, turns) })
  const readDb = new Kysely<Tables>({ dialect: preparedDialect(reader) })
  const everything = privateReaderOnDemand({ db: readDb, engine: sqliteEngine, corpus: corpusReader(readDb) })
  const queue = writeQueue(writer, { turns, turnWithinMs: options.turnWithinMs, log })
  return {
    migrated: steps.map(({ name }) => name),
    public: everything,
    private: everything,
    currentRevision: revisionProbe(reader),
    transact: async (work) => {
      // What writes is loaded with the first transaction, before it takes its turn.
      const { runTransaction } = await import('#store/sql/run-transaction.ts')
      return queue.take(() => runTransaction({ db: writing, engine: sqliteEngine, clock: ports.clock }, work))
    },
    close: async () => {
      await queue.settled()
      if (reader !== writer) reader.close()
      writer.close()
      await log?.close()
    },
  }
}
