/** How often, and after which pauses, an email is tried (seconds; the last pause repeats until the email is given up). */
const RETRY_DELAYS = [30, 120, 600, 1_800, 3_600, 14_400]
export const MAX_DELIVERY_ATTEMPTS = 20

/** Seconds to wait after the n-th failed attempt (n from 1), or null when the email is given up. */
export const retryDelay = (attempts: number): number | null =>
  attempts >= MAX_DELIVERY_ATTEMPTS ? null : (RETRY_DELAYS[Math.min(attempts, RETRY_DELAYS.length) - 1] ?? 30)
