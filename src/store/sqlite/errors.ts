import Database from 'better-sqlite3'
import { Failure } from '#core/failure.ts'

const UNIQUE = new Set(['SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE'])
const UNREACHABLE = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_READONLY',
  'SQLITE_PROTOCOL',
]
const RETRY_SECONDS = 5
const FULL_RETRY_SECONDS = 60

/** Result codes 1555 and 2067. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Database.SqliteError && UNIQUE.has(error.code)

export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** For callers of a closed handle; the driver itself throws a TypeError. */
export const closingFailure = (): Failure =>
  new Failure('unavailable', 'The server is stopping.', { retryAfter: RETRY_SECONDS })

/** Turns a driver error into a `Failure`; unexpected errors are passed on unchanged. */
export const translateError = (error: unknown): unknown => {
  if (!(error instanceof Database.SqliteError)) return error
  const { code } = error
  if (code === 'SQLITE_FULL')
    return new Failure('storage_full', 'The disk is full; nothing was changed.', {
      retryAfter: FULL_RETRY_SECONDS,
      cause: error,
    })
  if (UNREACHABLE.some((prefix) => code.startsWith(prefix)))
    return new Failure('unavailable', 'The library is temporarily unavailable; try again shortly.', {
      retryAfter: RETRY_SECONDS,
      cause: error,
    })
  return error
}
