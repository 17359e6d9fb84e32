/** How often, and after which pauses, an email is tried (seconds; the last pause repeats until the email is given up). */
const RETRY_DELAYS = [30, 120, 600, 1_800, 3_600, 14_400]
export const MAX_DELIVERY_ATTEMPTS = 20

/** Seconds to wait after the n-th failed attempt (n from 1), or null when the email is given up. */
export const retryDelay = (attempts: number): number | null =>
  attempts >= MAX_DELIVERY_ATTEMPTS ? null : (RETRY_DELAYS[Math.min(attempts, RETRY_DELAYS.length) - 1] ?? 30)

/** Whoever rests is asked again within so long, whatever became of it. */
export const MAX_REST_SECONDS = 300

/** Seconds for which a domain, or the whole mail server, is left alone after the n-th failure (n from 1). */
export const restDelay = (failures: number): number =>
  Math.min(retryDelay(failures) ?? MAX_REST_SECONDS, MAX_REST_SECONDS)
