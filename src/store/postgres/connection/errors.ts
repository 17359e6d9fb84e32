import { DatabaseError } from 'pg'
import { Failure } from '#core/failure.ts'

/** SQLSTATEs, whole or the class they begin with, under which trying again later makes sense. */
const UNREACHABLE = [
  '08', // connection exceptions
  '25006', // a server that only reads: a standby in the place of its primary
  '25P03', // the transaction stood idle too long
  '40', // rolled back: serialization, deadlock
  '53', // insufficient resources: memory, connections
  '55P03', // a lock was not free in time
  '57', // operator intervention: shutdown, restart, statement timeout
  '58', // system and I/O errors
  'XX', // internal errors of the server
]
const DISK_FULL = '53100'
const SERIALIZATION_FAILURES = new Set(['40001', '40P01'])
const UNIQUE_VIOLATION = '23505'
/** The schema changed under a statement that was kept prepared. */
const STALE_PLAN = '0A000'

const RETRY_SECONDS = 2
const FULL_RETRY_SECONDS = 60

const sqlState = (error: unknown): string => (error instanceof DatabaseError ? (error.code ?? '') : '')

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === UNIQUE_VIOLATION

/** The whole transaction may succeed when it is run again. */
export const isSerializationFailure = (error: unknown): boolean => SERIALIZATION_FAILURES.has(sqlState(error))

export const isStalePlan = (error: unknown): boolean => sqlState(error) === STALE_PLAN

/** What the work of a transaction threw by itself; the connection is good, and no statement failed. */
export class ThrownByWork extends Error {}

/** Whether the connection itself is done for: what is no answer of the server came from the line to it. */
export const isConnectionLost = (error: unknown): boolean => {
  if (error instanceof ThrownByWork) return false
  const state = sqlState(error)
  return state === '' || state.startsWith('08') || /^57P0[1-5]$/u.test(state) || state === '25P03'
}

const BROKEN_LINE = new Set(['ECONNRESET', 'EPIPE'])

/**
 * The other end closed the connection, perhaps long before: of an idle one that is noticed only once its last words are
 * read. Unlike a limit of time that has passed, it takes no time to try another connection.
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

/** The failure that callers may see for an engine error; anything unforeseen is passed on as it is. */
export const translateError = (error: unknown): unknown => {
  if (error instanceof ThrownByWork) return error.cause
  // A defect of ours, not of the connection.
  if (error instanceof Failure || error instanceof TypeError || error instanceof RangeError) return error
  if (!(error instanceof DatabaseError)) return unavailableFailure(error)
  // It quotes stored values, which must not reach a log.
  error.detail = undefined
  const state = sqlState(error)
  if (state === DISK_FULL)
    return new Failure('storage_full', 'The disk is full; nothing was changed.', {
      retryAfter: FULL_RETRY_SECONDS,
      cause: error,
    })
  return UNREACHABLE.some((prefix) => state.startsWith(prefix)) ? unavailableFailure(error) : error
}
