import { existsSync, rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { closingFailure, translateError } from './errors.ts'
import { Kysely } from 'kysely'
import { messageOf } from '#core/failure.ts'
import type { Clock, Log } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { UNFINISHED_COPY, unfinishedCopy } from '#store/sql/copy/copied-tables.ts'
import { runTransaction } from '#store/sql/run-transaction.ts'
import { openPrivateReader } from '#store/sql/subjects.ts'
import { UnusableDatabase } from '#store/sql/database-findings.ts'
import type { Migration } from '#store/sql/migrations.ts'
import type { Tables } from '#store/rows.ts'
import { openReadOnly, openWriter, type WriterOptions, makePrivateFile } from './connection.ts'
import { preparedDialect, sqliteEngine } from './engine.ts'
import { timeSlice } from './time-slice.ts'
import { applyMigrations, pendingMigrations, refreshAnalysis } from './migrate.ts'
import { writeQueue } from './write-queue.ts'

/**
 * Reads the corpus revision synchronously. SQLite takes 3 microseconds to say whether another connection has committed
 * since the last call; only then is the row read. The writing handle reads it every time.
 */
const revisionProbe = (database: Database): (() => number) => {
  const dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck()
  const revision = database.prepare<[], number>('SELECT revision FROM corpus').pluck()
  let seen: number | undefined
  let known = 0
  return () => {
    if (!database.open) throw closingFailure()
    try {
      const version = dataVersion.get()
      if (version !== seen || !database.readonly) {
        known = revision.get() ?? 0
        seen = version
      }
      return known
    } catch (error) {
      throw translateError(error)
    }
  }
}

/** Backs up a corpus that is not empty before it is migrated. Throws `unavailable` if there is no room for the copy. */
const backUpBeforeMigration = (database: Database, path: string, step: number): string | null => {
  const empty = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'papers'").get() === undefined
  if (empty || path === ':memory:') return null
  const copy = `${path}.before-${String(step).padStart(4, '0')}-${Date.now()}`
  try {
    makePrivateFile(copy)
    database.prepare('VACUUM INTO ?').run(copy)
  } catch (error) {
    if (existsSync(copy)) rmSync(copy)
    const detail = `The database cannot be copied to ${copy} before it is migrated (${messageOf(error)})`
    throw new UnusableDatabase({ detail, remedy: 'make room for it, or let the user of the server write there' }, error)
  }
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
  throw new UnusableDatabase(unfinishedCopy)
}

/** `migrated` names the migrations applied on opening. */
export type SqliteStore = Store & { migrated: string[] }

/** Opens the corpus in one file, creating or migrating it if necessary. `:memory:` is for tests. */
export const openSqliteStore = async (
  path: string,
  ports: { clock: Clock; log: Log },
  options: WriterOptions = {},
): Promise<SqliteStore> => {
  const writer = openWriter(path, options)
  refuseUnfinished(writer)
  const steps = await migrate(writer, path, ports)
  const reader = path === ':memory:' ? writer : openReadOnly(path)
  // With an in-memory database readers would see uncommitted changes, so transactions never yield.
  const slice = timeSlice(reader === writer ? Number.POSITIVE_INFINITY : undefined)
  const writing = new Kysely<Tables>({ dialect: preparedDialect(writer, slice) })
  const readDb = new Kysely<Tables>({ dialect: preparedDialect(reader) })
  const everything = openPrivateReader(readDb, sqliteEngine)
  const queue = writeQueue(writer, slice, options.lockTimeoutMs)
  return {
    migrated: steps.map(({ name }) => name),
    public: everything,
    private: everything,
    currentRevision: revisionProbe(reader),
    isReadOnly: () => false,
    transact: (work) =>
      queue.take(() => runTransaction({ db: writing, engine: sqliteEngine, clock: ports.clock }, work)),
    // The file is part of this machine: it is there, or reading it fails.
    condition: () => ({ servers: [{ name: 'primary', isReachable: reader.open, lagSeconds: 0 }], pools: [] }),
    close: async () => {
      await queue.settled()
      if (reader !== writer) reader.close()
      writer.close()
    },
  }
}
