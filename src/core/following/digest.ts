import type { DigestFrequency } from './follow.ts'

/** Providers clip emails over 100 kB. This many entries take about 35 kB, or twice that if each is in a different search. */
export const MAX_ENTRIES = 100
/** The most entries per search; the digest gives the number of further ones. */
export const MAX_SECTION_ENTRIES = 50
/** Beyond this the digest only says that there are more. */
export const MAX_COUNTED = 5_000

/** Allocates the entries of a digest to its sections: small sections are listed in full, large ones get equal shares. */
export const allocateEntries = (counts: readonly number[]): number[] => {
  const shares = counts.map(() => 0)
  let left = MAX_ENTRIES
  const smallestFirst = counts.map((count, index) => ({ count, index })).toSorted((a, b) => a.count - b.count)
  for (const [done, { count, index }] of smallestFirst.entries()) {
    const share = Math.min(count, MAX_SECTION_ENTRIES, Math.floor(left / (counts.length - done)))
    shares[index] = share
    left -= share
  }
  return shares
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Digests are due at 06:00 UTC. */
export const DIGEST_HOUR = 6

/**
 * The last instant at which digests were due: 06:00 UTC every day, or every Monday. They cover what happened before it; later
 * changes wait for the next one.
 */
export const lastDigestTime = (frequency: DigestFrequency, now: Date): string => {
  const since = now.getTime() - DIGEST_HOUR * HOUR_MS
  const day = Math.floor(since / DAY_MS)
  // 1 January 1970 was a Thursday.
  const sinceMonday = frequency === 'weekly' ? (day + 3) % 7 : 0
  return new Date((day - sinceMonday) * DAY_MS + DIGEST_HOUR * HOUR_MS).toISOString()
}
