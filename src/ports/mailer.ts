import type { ComposedEmail } from '#core/mail/email.ts'

export type Mailer = {
  /**
   * Sends one email to one address; resolves when the next server has taken it, rejects with the reason otherwise.
   * Does one or the other within a minute.
   */
  send(email: ComposedEmail & { to: string }): Promise<void>
  /** What is being sent at this moment rejects. */
  close(): void
}
