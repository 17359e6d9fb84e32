/** How much of a rate may be used at once after a pause. */
const BURST_MS = 1_000
/** An instant this far ahead comes from a clock that was set back. */
const AHEAD_MS = 60_000

/** Milliseconds between two emails at a rate; 0 without one. */
export const intervalOf = (perMinute: number | null): number => (perMinute === null ? 0 : Math.ceil(60_000 / perMinute))

/**
 * Takes room for one email from a rate (generic cell rate algorithm). `usedUntil` is the instant up to which earlier emails
 * have used the rate up, null for none; all instants are milliseconds since 1970.
 * @returns the new `usedUntil`, or when there is room again
 */
export const takeFromRate = (
  perMinute: number,
  usedUntil: number | null,
  now: number,
): { usedUntil: number } | { roomAt: number } => {
  const interval = intervalOf(perMinute)
  const from = Math.max(usedUntil ?? 0, now - Math.max(BURST_MS, interval))
  if (from > now + AHEAD_MS + interval) return { usedUntil: now }
  return from + interval <= now ? { usedUntil: from + interval } : { roomAt: from + interval }
}

/** Up to when a rate must be used for there to be no room now: buckets beyond are full. */
export const fullFrom = (perMinute: number, now: number): number => now - intervalOf(perMinute)

export const TOTAL_BUCKET = 'all'
export const domainBucket = (domain: string): string => `domain:${domain}`
/** Where it is kept how long no email goes to a domain, because its server, or the one before it, asked for that. */
export const REST_PREFIX = 'rest:'
export const restBucket = (domain: string): string => `${REST_PREFIX}${domain}`
