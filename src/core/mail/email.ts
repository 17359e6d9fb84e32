/** How often, and after which pauses, a letter is tried (seconds; the last pause repeats until the letter is given up). */
const PAUSES = [30, 120, 600, 1_800, 3_600, 14_400]
export const MAX_ATTEMPTS = 20

/** Seconds to wait after the n-th failed attempt (n from 1), or null when the letter is given up. */
export const pauseAfter = (attempts: number): number | null =>
  attempts >= MAX_ATTEMPTS ? null : (PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 30)

/** A letter as it waits to be sent. `to` is null when it goes to the research team, whoever that is when it leaves. */
export type Letter = {
  messageId: string
  kind: 'contact' | 'confirmation' | 'brief' | 'decision'
  to: string | null
  replyTo: { name: string; address: string } | null
  subject: string
  text: string
  headers: Record<string, string>
}
