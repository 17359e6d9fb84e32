/** How often, and after which pauses, an email is tried (seconds; the last pause repeats until the email is given up). */
const RETRY_DELAYS = [30, 120, 600, 1_800, 3_600, 14_400]
export const MAX_DELIVERY_ATTEMPTS = 20

/** Seconds to wait after the n-th failed attempt (n from 1), or null when the email is given up. */
export const retryDelay = (attempts: number): number | null =>
  attempts >= MAX_DELIVERY_ATTEMPTS ? null : (RETRY_DELAYS[Math.min(attempts, RETRY_DELAYS.length) - 1] ?? 30)

/** An email as it waits to be sent. */
export type Email = {
  messageId: string
  kind: 'contact' | 'confirmation' | 'brief' | 'decision'
  /** Null: the research team, whoever that is when the email leaves. */
  to: string | null
  replyTo: { name: string; address: string } | null
  subject: string
  /** Null where the text, with its headers, is written when the email leaves: the link in it is then new. */
  text: string | null
  headers: Record<string, string>
}

/** An email that can be sent. */
export type ComposedEmail = Email & { text: string }
