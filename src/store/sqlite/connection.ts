import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { Failure, messageOf } from '#core/failure.ts'
import { makePrivateFolder } from '#private-folder.ts'

const OWNER_ONLY = 0o600
const GROUP_AND_OTHERS = 0o077

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/**
 * Creates an empty file that only its owner can access, whatever the umask. An existing file is not opened: closing it
 * would drop the locks that this process holds on it.
 */
export const makePrivateFile = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY))
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    throw error
  }
  chmodSync(path, OWNER_ONLY)
}

/** Removes access for others from a file, if it exists and we own it. */
const restrictToOwner = (path: string): void => {
  try {
    if ((statSync(path).mode & GROUP_AND_OTHERS) !== 0) chmodSync(path, OWNER_ONLY)
  } catch (error) {
    if (!['ENOENT', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error
  }
}

/** Older releases can corrupt a database with several writing connections (the WAL-reset bug). */
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

/** Only the operator can fix a file that cannot be opened, so the failure says what is wrong in one sentence. */
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
 * WAL pages before a checkpoint: 128 MB, for a process that nobody waits for. A transaction of a bulk write changes some
 * 30 MB of pages, many of them the same as the one before it, and a checkpoint writes each into the file once.
 */
const BULK_CHECKPOINT_PAGES = 32_000

/** Page cache of one connection. The system caches the file anyway; the driver's default of 16 MB gains nothing. */
const WRITER_CACHE = 'cache_size = -4000'
/** The pages that a transaction of a bulk write changes: with fewer in memory, the engine writes some of them twice. */
const BULK_CACHE = 'cache_size = -64000'

export type WriterOptions = {
  /** For a process that only does bulk writes. */
  isBulk?: boolean
  /** How long a transaction waits for another process's write lock; 5 seconds by default. */
  lockTimeoutMs?: number | undefined
  /** Whether a commit survives a power failure, not only a crash of the process; tests can do without. */
  isSynced?: boolean
}

/**
 * WAL with a full sync: a commit is on disk before it returns. Waiting for the write lock is done in `write-queue.ts`.
 */
export const openWriter = (path: string, { isBulk = false, isSynced = true }: WriterOptions = {}): Database.Database =>
  withOpenFailure(path, () => {
    if (path !== ':memory:') {
      makePrivateFolder(dirname(path))
      makePrivateFile(path)
    }
    const database = new Database(path, { timeout: 5_000 })
    refuseUnsafeVersion(database)
    database.pragma('journal_mode = WAL')
    // SQLite gives a new WAL the permissions of the database; one left over from an earlier release may have others.
    for (const file of [path, `${path}-wal`, `${path}-shm`]) restrictToOwner(file)
    database.pragma(`synchronous = ${isSynced ? 'FULL' : 'OFF'}`)
    database.pragma('foreign_keys = ON')
    database.pragma('trusted_schema = OFF')
    database.pragma(isBulk ? BULK_CACHE : WRITER_CACHE)
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

/** Runs `work` in a transaction that takes the write lock at its start. */
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
