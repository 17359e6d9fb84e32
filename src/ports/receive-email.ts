import type { IncomingEmail, IncomingKind } from '#core/mail/bounces/incoming-email.ts'

/** Takes an email apart. Throws `malformed` for what is none, or is built to cost time. */
export type ParseEmail = (raw: Uint8Array) => Promise<IncomingEmail>

/** What an email to the bounce address was, and whether it changed anything. */
export type ReceivedEmail = { kind: IncomingKind; counted: boolean; suppressed: boolean }

/**
 * Takes in one email that came to the bounce address. The same email a second time changes nothing.
 * @param recipient the address that it came to, where its envelope is known
 */
export type ReceiveEmail = (raw: Uint8Array, recipient: string | null) => Promise<ReceivedEmail>
