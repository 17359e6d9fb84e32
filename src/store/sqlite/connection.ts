import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { Failure, messageOf } from '#core/failure.ts'
import { makePrivateFolder } from '#private-folder.ts'
import { closeToOthers, makePrivateFile } from './private-files.ts'

/** Older releases can corrupt a database that several connections write (the WAL-reset defect). */
const OLDEST_SAFE = [3, 51, 3] as const

const isOlder = (version: string): boolean => {
  const parts = version.split('.').map(Number)
  for (const [index, wanted] of OLDEST_SAFE.entries()) {
    const part = parts[index] ?? 0
    if (part !== wanted) return part < wanted
  }
  return false
}

const refuseUnsafeVersion = (database: Database.Database): void => {
  const version = database.prepare('SELECT sqlite_version()').pluck().get() as string
  if (isOlder(version))
    throw new Failure(
      'unavailable',
      `SQLite ${version} can corrupt data; Longview needs ${OLDEST_SAFE.join('.')} or newer.`,
    )
}

/** Only the operator can repair a file that cannot be opened, so the failure is one sentence that says what to do. */
const withOpenFailure = <T>(path: string, open: () => T): T => {
  try {
    return open()
  } catch (error) {
    if (error instanceof Failure) throw error
    const reason = messageOf(error)
    throw new Failure('unavailable', `The database ${path} cannot be opened: ${reason}.`, { cause: error })
  }
}

/**
 * Pages of the log before they are carried into the file: 32 MB, where nobody waits for the process that does it.
 * The engine's own 4 MB make many pages go there ten times.
 */
const BULK_CHECKPOINT_PAGES = 8_000

/** Memory for pages of one connection: the system keeps the file in memory anyway. The driver's own 16 MB bring nothing. */
const WRITER_CACHE = 'cache_size = -4000'

export type WriterOptions = {
  /** For a process that does nothing but write much. */
  isBulk?: boolean
  /** How long a transaction waits while another process writes; 5 seconds if not given. */
  turnWithinMs?: number | undefined
  /** Whether what is committed outlives the machine, and not only the process: tests can do without. */
  isSynced?: boolean
}

/** Each commit is on disk before it is answered: WAL with a full sync. Waiting for the writer's turn is the store's. */
export const openWriter = (path: string, { isBulk = false, isSynced = true }: WriterOptions = {}): Database.Database =>
  withOpenFailure(path, () => {
    if (path !== ':memory:') {
      makePrivateFolder(dirname(path))
      makePrivateFile(path)
    }
    const database = new Database(path, { timeout: 5_000 })
    refuseUnsafeVersion(database)
    database.pragma('journal_mode = WAL')
    // The log takes the rights of the database when it is made: one that is left over has those of an earlier release.
    for (const file of [path, `${path}-wal`, `${path}-shm`]) closeToOthers(file)
    database.pragma(`synchronous = ${isSynced ? 'FULL' : 'OFF'}`)
    database.pragma('foreign_keys = ON')
    database.pragma('trusted_schema = OFF')
    database.pragma(WRITER_CACHE)
    if (isBulk) database.pragma(`wal_autocheckpoint = ${BULK_CHECKPOINT_PAGES}`)
    return database
  })

export const openReadOnly = (path: string): Database.Database => {
  const database = new Database(path, { readonly: true, timeout: 5_000 })
  database.pragma('query_only = ON')
  database.pragma('cache_size = -2000')
  database.pragma('trusted_schema = OFF')
  return database
}

/** Runs work in a transaction that may write from its beginning. */
export const inTransaction = async <T>(database: Database.Database, work: () => Promise<T>): Promise<T> => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = await work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}
