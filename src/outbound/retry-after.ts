const LONGEST_MS = 86_400_000
const SHORTEST_MS = 1_000

/**
 * When a server wants to be asked again (RFC 9110, section 10.2.3: seconds or a date); null when it does not say. A clock
 * that is wrong there keeps us away for a day at most.
 */
export const parseRetryAfter = (header: string | undefined, now: Date): Date | null => {
  const text = header?.trim() ?? ''
  const wait = /^\d{1,9}$/u.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(wait) ? null : new Date(now.getTime() + Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wait)))
}
