import type { DigestFrequency } from './follow.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Digests are made from six o'clock in the morning, UTC. */
export const DIGEST_HOUR = 6

/**
 * The last instant at which digests of a frequency were due: six o'clock UTC of each day, or of each Monday. What happened before
 * it is told, what came later waits for the next one.
 */
export const lastDigestTime = (frequency: DigestFrequency, now: Date): string => {
  const since = now.getTime() - DIGEST_HOUR * HOUR_MS
  const day = Math.floor(since / DAY_MS)
  // The first day of 1970 was a Thursday.
  const sinceMonday = frequency === 'weekly' ? (day + 3) % 7 : 0
  return new Date((day - sinceMonday) * DAY_MS + DIGEST_HOUR * HOUR_MS).toISOString()
}
