import { createHash } from 'node:crypto'

/** Seconds between two attempts at a delivery; the last one repeats. */
export const RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000]
/** An endpoint that takes nothing for so long is paused. */
export const GIVE_UP_AFTER_DAYS = 3
export const GIVE_UP_AFTER_MS = GIVE_UP_AFTER_DAYS * 86_400_000

/** After so many failures in a row an endpoint is left alone, whatever is due; what it is asked then is one attempt. */
const FAILURES_BEFORE_REST = 3
const REST_SECONDS = [60, 300, 900, 1_800]

const SPREAD = 0.1

/** A number from -1 to 1 that is always the same for a text. */
const spreadOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 31 - 1

/** Waits differ by a tenth, so that what failed together does not come again together. */
const spreadWait = (seconds: number, text: string): number =>
  Math.round(seconds * 1_000 * (1 + SPREAD * spreadOf(text)))

/** How long a delivery waits after its n-th failed attempt (n from 1), in milliseconds. */
export const retryWait = (messageId: string, attempts: number): number =>
  spreadWait(RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 5, `${messageId} ${attempts}`)

/** How long an endpoint is left alone after so many failures in a row, in milliseconds. */
export const restWait = (url: string, failures: number): number => {
  const index = failures - FAILURES_BEFORE_REST
  if (index < 0) return 0
  return spreadWait(REST_SECONDS[Math.min(index, REST_SECONDS.length - 1)] ?? 60, `${url} ${failures}`)
}
