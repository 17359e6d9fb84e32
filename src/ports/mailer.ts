import type { ComposedEmail } from '#core/mail/email.ts'

export type SendableEmail = Omit<ComposedEmail, 'kind' | 'to'> & { to: string }

export type Mailer = {
  /**
   * Sends one email to one address; resolves when the next server has taken it, rejects with a `SendFailure` otherwise.
   * Does one or the other within a minute.
   */
  send(email: SendableEmail): Promise<void>
  /** What is being sent at this moment rejects. */
  close(): void
}
