import { DatabaseError } from 'pg'
import { Failure } from '#core/failure.ts'

const LOCK_TIMEOUT = '55P03'

/** SQLSTATEs, or classes of them, after which a retry later makes sense. */
const UNREACHABLE = [
  '08', // connection exceptions
  '25006', // a server that only reads: a standby in the place of its primary
  '25P03', // the transaction stood idle too long
  '40', // rolled back: serialization, deadlock
  '53', // insufficient resources: memory, connections
  LOCK_TIMEOUT, // a lock was not free in time
  '57', // operator intervention: shutdown, restart, statement timeout
  '58', // system and I/O errors
  'XX', // internal errors of the server
]
const DISK_FULL = '53100'
const SERIALIZATION_FAILURES = new Set(['40001', '40P01'])
const UNIQUE_VIOLATION = '23505'
/** The schema changed under a prepared statement. */
const STALE_PLAN = '0A000'

const RETRY_SECONDS = 2
const FULL_RETRY_SECONDS = 60

const sqlState = (error: unknown): string => (error instanceof DatabaseError ? (error.code ?? '') : '')

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === UNIQUE_VIOLATION

/** A lock was not free in time. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === LOCK_TIMEOUT

/** The transaction may succeed if it is retried. */
export const isSerializationFailure = (error: unknown): boolean => SERIALIZATION_FAILURES.has(sqlState(error))

export const isStalePlan = (error: unknown): boolean => sqlState(error) === STALE_PLAN

/** An error thrown by a transaction's own code rather than by a statement; the connection is still good. */
export class ThrownByWork extends Error {}

/** Whether the connection is lost: an error without an SQLSTATE came from the connection, not the server. */
export const isConnectionLost = (error: unknown): boolean => {
  if (error instanceof ThrownByWork) return false
  const state = sqlState(error)
  return state === '' || state.startsWith('08') || /^57P0[1-5]$/u.test(state) || state === '25P03'
}

const BROKEN_LINE = new Set(['ECONNRESET', 'EPIPE'])

/**
 * The server closed the connection, perhaps long ago: on an idle one this shows only at the next statement. Unlike
 * after a timeout, retrying on another connection costs no time.
 */
export const isClosedByServer = (error: unknown): boolean => {
  if (error instanceof DatabaseError) return /^57P0[12]$/u.test(sqlState(error))
  if (!(error instanceof Error) || error instanceof Failure || error instanceof ThrownByWork) return false
  const { code = '' }: NodeJS.ErrnoException = error
  return BROKEN_LINE.has(code) || /terminated unexpectedly|not queryable/u.test(error.message)
}

export const unavailableFailure = (cause: unknown): Failure =>
  new Failure('unavailable', 'The library is temporarily unavailable; try again shortly.', {
    retryAfter: RETRY_SECONDS,
    cause,
  })

/** Turns a driver error into a `Failure`; unexpected errors are passed on unchanged. */
export const translateError = (error: unknown): unknown => {
  if (error instanceof ThrownByWork) return error.cause
  // A bug in our code, not a connection error.
  if (error instanceof Failure || error instanceof TypeError || error instanceof RangeError) return error
  if (!(error instanceof DatabaseError)) return unavailableFailure(error)
  // It quotes stored values, which must not be logged.
  error.detail = undefined
  const state = sqlState(error)
  if (state === DISK_FULL)
    return new Failure('storage_full', 'The disk is full; nothing was changed.', {
      retryAfter: FULL_RETRY_SECONDS,
      cause: error,
    })
  return UNREACHABLE.some((prefix) => state.startsWith(prefix)) ? unavailableFailure(error) : error
}
