import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { base32, fromBase32 } from '#core/base32.ts'

/** 80 bits: whoever guesses sends an email for each guess. */
const MAC_LENGTH = 16
/** 30 bits tell apart the few emails that one subscriber gets in a month. */
const DELIVERY_LENGTH = 6
/** RFC 5321 section 4.5.3.1.1. */
const LOCAL_PART_LENGTH = 64
/** The ids of subscribers have 16 characters after their prefix, which are 26 in base 32. */
const TOKEN_LENGTH = 1 + 1 + 26 + DELIVERY_LENGTH + MAC_LENGTH

/** How long what stands before the @ of a bounce address may be, so that its addresses keep to the limit of SMTP. */
export const BOUNCE_NAME_LENGTH = LOCAL_PART_LENGTH - TOKEN_LENGTH

const ID_PREFIX = 's_'

/** In small letters, since mail servers that change the case of an address make it so. */
const token = (bytes: Uint8Array): string => base32(bytes).toLowerCase()

/** Names an email among those to one subscriber, by its Message-ID. */
export const deliveryName = (messageId: string): string =>
  token(createHash('sha256').update(messageId).digest()).slice(0, DELIVERY_LENGTH)

const mac = (secret: Buffer, kind: string, content: string): string =>
  token(createHmac('sha256', secret).update(`${kind}:${content}`).digest()).slice(0, MAC_LENGTH)

/** `bounces+TOKEN@example.org` for `bounces@example.org`. */
const withToken = (address: string, added: string): string => {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${added}${address.slice(at)}`
}

const KINDS = { delivery: 'b', unsubscribe: 'u' } as const

const idText = (subscriberId: string): string => token(Buffer.from(subscriberId.slice(ID_PREFIX.length)))

type Site = { secret: Buffer; bounceAddress: string }

/**
 * The sender that one email to one subscriber has in its envelope (variable envelope return path): what comes back to it
 * tells whose email did not arrive.
 */
export const deliveryAddress = (
  { secret, bounceAddress }: Site,
  { subscriberId, messageId }: { subscriberId: string; messageId: string },
): string => {
  const content = idText(subscriberId) + deliveryName(messageId)
  return withToken(bounceAddress, KINDS.delivery + content + mac(secret, 'bounce', content))
}

/** The address by which an email ends a subscription; it never expires. */
export const unsubscribeAddress = ({ secret, bounceAddress }: Site, subscriberId: string): string => {
  const content = idText(subscriberId)
  return withToken(bounceAddress, KINDS.unsubscribe + content + mac(secret, 'unsubscribe-by-email', content))
}

/** Whom an address is about. `delivery`: the `deliveryName` of the email. */
export type KeyedAddress =
  | { kind: 'delivery'; subscriberId: string; delivery: string }
  | { kind: 'unsubscribe'; subscriberId: string }

/** Letters of both cases by name: to ignore case in Unicode would take others for them, such as the long s, which have more bytes. */
const TOKEN = /\+(?<kind>[BUbu])(?<content>[A-Za-z2-7]{1,200})(?<mac>[A-Za-z2-7]{16})@/gu
/** More than any email of ours has; the rest is not looked at. */
const MOST_TOKENS = 20

const isGenuine = (secret: Buffer, { kind, content, given }: { kind: string; content: string; given: string }) =>
  timingSafeEqual(Buffer.from(given), Buffer.from(mac(secret, kind, content)))

/** The first address of ours in a text, in letters of either case; null when there is none that we have made. */
export const findKeyedAddress = (secret: Buffer, text: string): KeyedAddress | null => {
  for (const { groups } of text.matchAll(TOKEN).take(MOST_TOKENS)) {
    const [kind = '', content = '', given = ''] = [groups?.kind, groups?.content, groups?.mac].map((part) =>
      part?.toLowerCase(),
    )
    if (kind === KINDS.unsubscribe && isGenuine(secret, { kind: 'unsubscribe-by-email', content, given }))
      return { kind: 'unsubscribe', subscriberId: ID_PREFIX + fromBase32(content).toString() }
    if (kind === KINDS.delivery && isGenuine(secret, { kind: 'bounce', content, given })) {
      const id = content.slice(0, -DELIVERY_LENGTH)
      const delivery = content.slice(-DELIVERY_LENGTH)
      return { kind: 'delivery', subscriberId: ID_PREFIX + fromBase32(id).toString(), delivery }
    }
  }
  return null
}
