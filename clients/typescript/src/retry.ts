/** How often and how patiently a request is made again. */
export type RetryOptions = {
  /** Tries after the first; 0 for none. */
  retries: number
  /** A server that asks for more patience than this is not asked again. */
  longestWaitMs: number
}

const FIRST_WAIT_MS = 500
const LONGEST_BACKOFF_MS = 30_000

/** Answers that say "not now": nothing was done, and waiting helps. */
const WAITING = new Set([425, 429, 503, 507])
/** Answers of what stands before the server; whether something was done is not known. */
const BROKEN = new Set([408, 502, 504])

/** A date begins with the day of the week, in each of its three forms. */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/u

/**
 * How long a response asks to wait (RFC 9110, section 10.2.3): a number of seconds, or a date. A date is compared with the
 * clock of the server where the response tells it, for ours may be wrong. Null where it does not ask, or not in words we know.
 */
export const retryAfterMs = (headers: Headers, now: number): number | null => {
  const asked = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/u.test(asked)) return Number(asked) * 1_000
  const until = DATE.test(asked) ? Date.parse(asked) : Number.NaN
  if (Number.isNaN(until)) return null
  const serverNow = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(serverNow) ? now : serverNow))
}

/** Whether the same request may be made again after this status. */
export const mayRepeat = (
  status: number,
  { askedToWait, isSafe }: { askedToWait: boolean; isSafe: boolean },
): boolean => WAITING.has(status) || (status === 409 && askedToWait) || (BROKEN.has(status) && isSafe)

/** Where the server names no time: twice as long each time, and somewhere within, so that clients do not come back together. */
export const backoffMs = (attempt: number, random: () => number): number =>
  Math.min(LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random() / 2)
