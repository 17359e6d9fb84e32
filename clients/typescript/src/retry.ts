/** How often a request is retried, and how long waits may be. */
export type RetryOptions = {
  /** Attempts after the first; 0 for none. */
  retries: number
  /** A request is not retried if the server asks for a longer wait. */
  longestWaitMs: number
}

const FIRST_WAIT_MS = 500
const LONGEST_BACKOFF_MS = 30_000

/** Statuses that mean "not now": nothing was done, and waiting helps. */
const WAITING = new Set([425, 429, 503, 507])
/** Statuses of proxies: it is unknown whether something was done. */
const BROKEN = new Set([408, 502, 504])

/** A date starts with the day of the week in all three formats. */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/u

/**
 * How long a response asks to wait (RFC 9110, section 10.2.3), as seconds or a date. A date is compared with the server's clock
 * if the response has one, because ours may be wrong. Null if there is no valid header.
 */
export const retryAfterMs = (headers: Headers, now: number): number | null => {
  const asked = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/u.test(asked)) return Number(asked) * 1_000
  const until = DATE.test(asked) ? Date.parse(asked) : Number.NaN
  if (Number.isNaN(until)) return null
  const serverNow = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(serverNow) ? now : serverNow))
}

/** Whether a request may be repeated after this status. */
export const mayRepeat = (
  status: number,
  { askedToWait, isSafe }: { askedToWait: boolean; isSafe: boolean },
): boolean => WAITING.has(status) || (status === 409 && askedToWait) || (BROKEN.has(status) && isSafe)

/** Exponential backoff with jitter, for responses without a time. */
export const backoffMs = (attempt: number, random: () => number): number =>
  Math.min(LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random() / 2)
