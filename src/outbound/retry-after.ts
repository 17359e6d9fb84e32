const LONGEST_MS = 86_400_000
const SHORTEST_MS = 1_000
/** Statuses that say to come back later. */
const ASKS_TO_WAIT = new Set([429, 503])

/**
 * When a server wants to be asked again (RFC 9110, section 10.2.3: seconds or a date); null when it does not say. A clock
 * that is wrong there keeps us away for a day at most.
 */
export const parseRetryAfter = (header: string | undefined, now: Date): Date | null => {
  const text = header?.trim() ?? ''
  const wait = /^\d{1,9}$/u.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(wait) ? null : new Date(now.getTime() + Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wait)))
}

/** When a server that is busy wants to be asked again; null when it is not busy or does not say. */
export const whenToAskAgain = (
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  now: Date,
): Date | null => (ASKS_TO_WAIT.has(status) ? parseRetryAfter(headers['retry-after'], now) : null)
