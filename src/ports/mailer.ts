import type { ComposedEmail } from '#core/mail/email.ts'
import type { IncomingEmail, IncomingKind } from '#core/mail/bounces.ts'

export type SendableEmail = Omit<ComposedEmail, 'kind' | 'to'> & { to: string }

export type Mailer = {
  /**
   * Sends one email to one address. Resolves once the next server has accepted it, rejects with a `SendFailure`
   * otherwise; either happens within a minute.
   */
  send(email: SendableEmail): Promise<void>
  /** Makes sends in progress reject. */
  close(): void
}

/** Parses an email. Throws `malformed` if it is not one or is too expensive to parse. */
export type ParseEmail = (raw: Uint8Array) => Promise<IncomingEmail>

/** The kind of an email received at the bounce address, and what it changed. */
export type ReceivedEmail = { kind: IncomingKind; counted: boolean; suppressed: boolean }

/**
 * Processes one email received at the bounce address. Receiving the same email again changes nothing.
 * @param recipient the address it was sent to, if its envelope is known
 */
export type ReceiveEmail = (raw: Uint8Array, recipient: string | null) => Promise<ReceivedEmail>
