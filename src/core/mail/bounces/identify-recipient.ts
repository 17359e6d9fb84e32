import { verifyUnsubscribeToken } from '#core/mail/unsubscribe-token.ts'
import { partsOf, type IncomingEmail, type IncomingKind } from './incoming-email.ts'
import { deliveryName, findKeyedAddress, type KeyedAddress } from './keyed-address.ts'
import { parseFieldGroups, type ReportFields } from './report-fields.ts'

/** Fields in which servers say which address an email was for. */
const RECIPIENT_FIELDS = new Set([
  'to',
  'cc',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-rcpt-to',
  'x-forwarded-to',
  'apparently-to',
])

/** The address of ours that an email came to. `given`: as its envelope said it, which counts first. */
export const findRecipient = (secret: Buffer, email: IncomingEmail, given: string | null): KeyedAddress | null =>
  findKeyedAddress(
    secret,
    [given ?? '', ...email.headers.filter(({ name }) => RECIPIENT_FIELDS.has(name)).map(({ value }) => value)].join(
      '\n',
    ),
  )

const UNSUBSCRIBE_LINK = /\/unsubscribe\?token=(?<token>[\w.%-]{1,200})/u

/** Whose email a complaint is about, by its links to end the subscription. */
const inOriginal = (secret: Buffer, original: ReportFields): { subscriberId: string; delivery: string } | null => {
  const unsubscribe = original.get('list-unsubscribe') ?? ''
  const token = UNSUBSCRIBE_LINK.exec(unsubscribe)?.groups?.token ?? ''
  const subscriberId = verifyUnsubscribeToken(secret, token) ?? findKeyedAddress(secret, unsubscribe)?.subscriberId
  const delivery = deliveryName(original.get('message-id') ?? '')
  return subscriberId === undefined ? null : { subscriberId, delivery }
}

/**
 * Whose email came back or was called spam; null when nothing in it was made by us, as in a forged one. Addresses in plain
 * words count for nothing: anybody can write them.
 */
export const identifyRecipient = (
  secret: Buffer,
  email: IncomingEmail,
  { kind, recipient }: { kind: IncomingKind; recipient: KeyedAddress | null },
): { subscriberId: string; delivery: string } | null => {
  if (recipient?.kind === 'delivery') return recipient
  const originals = partsOf(email, 'message/rfc822', 'message/global', 'text/rfc822-headers', 'message/rfc822-headers')
  const heads = originals.map((original) => parseFieldGroups(original)[0])
  const reports = partsOf(email, 'message/feedback-report').map((report) => parseFieldGroups(report)[0])
  const senders = [
    ...reports.map((fields) => fields?.get('original-mail-from') ?? ''),
    ...heads.map((fields) => fields?.get('return-path') ?? ''),
  ]
  const sender = findKeyedAddress(secret, senders.join('\n'))
  if (sender?.kind === 'delivery') return sender
  if (kind !== 'complaint' && kind !== 'unsubscribe') return null
  for (const fields of heads) {
    const found = fields === undefined ? null : inOriginal(secret, fields)
    if (found !== null) return found
  }
  return null
}
