/** How often, and after which pauses, a letter is tried (seconds; the last pause repeats until the letter is given up). */
const RETRY_DELAYS = [30, 120, 600, 1_800, 3_600, 14_400]
export const MAX_DELIVERY_ATTEMPTS = 20

/** Seconds to wait after the n-th failed attempt (n from 1), or null when the letter is given up. */
export const retryDelay = (attempts: number): number | null =>
  attempts >= MAX_DELIVERY_ATTEMPTS ? null : (RETRY_DELAYS[Math.min(attempts, RETRY_DELAYS.length) - 1] ?? 30)

/** A letter as it waits to be sent. `to` is null when it goes to the research team, whoever that is when it leaves. */
export type Email = {
  messageId: string
  kind: 'contact' | 'confirmation' | 'brief' | 'decision'
  to: string | null
  replyTo: { name: string; address: string } | null
  subject: string
  text: string
  headers: Record<string, string>
}
