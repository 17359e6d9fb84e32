import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { base32, fromBase32 } from '#core/base32.ts'

/** 80 bits are enough, since each guess takes an email. */
const MAC_LENGTH = 16
/** 30 bits distinguish the few emails that a subscriber gets in a month. */
const DELIVERY_LENGTH = 6
/** RFC 5321 section 4.5.3.1.1. */
const LOCAL_PART_LENGTH = 64
/** Subscriber ids have 16 characters after their prefix, which are 26 in base32. */
const TOKEN_LENGTH = 1 + 1 + 26 + DELIVERY_LENGTH + MAC_LENGTH

/** The longest local part of a bounce address whose keyed addresses keep to the SMTP limit. */
export const BOUNCE_NAME_LENGTH = LOCAL_PART_LENGTH - TOKEN_LENGTH

const ID_PREFIX = 's_'

/** In lower case, since some mail servers lowercase addresses. */
const lowerBase32 = (bytes: Uint8Array): string => base32(bytes).toLowerCase()

/** Identifies an email among those to one subscriber, by its Message-ID. */
export const deliveryName = (messageId: string): string =>
  lowerBase32(createHash('sha256').update(messageId).digest()).slice(0, DELIVERY_LENGTH)

const addressMac = (secret: Buffer, kind: string, content: string): string =>
  lowerBase32(createHmac('sha256', secret).update(`${kind}:${content}`).digest()).slice(0, MAC_LENGTH)

/** `bounces+TOKEN@example.org` for `bounces@example.org`. */
const withToken = (address: string, added: string): string => {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${added}${address.slice(at)}`
}

const KINDS = { delivery: 'b', unsubscribe: 'u' } as const

const idText = (subscriberId: string): string => lowerBase32(Buffer.from(subscriberId.slice(ID_PREFIX.length)))

type Site = { secret: Buffer; bounceAddress: string }

/**
 * The envelope sender of one email to one subscriber (variable envelope return path), so that a bounce identifies both.
 */
export const deliveryAddress = (
  { secret, bounceAddress }: Site,
  { subscriberId, messageId }: { subscriberId: string; messageId: string },
): string => {
  const content = idText(subscriberId) + deliveryName(messageId)
  return withToken(bounceAddress, KINDS.delivery + content + addressMac(secret, 'bounce', content))
}

/** The address that unsubscribes by email; it never expires. */
export const unsubscribeAddress = ({ secret, bounceAddress }: Site, subscriberId: string): string => {
  const content = idText(subscriberId)
  return withToken(bounceAddress, KINDS.unsubscribe + content + addressMac(secret, 'unsubscribe-by-email', content))
}

/** A decoded address. `delivery` is the `deliveryName` of the email. */
export type KeyedAddress =
  | { kind: 'delivery'; subscriberId: string; delivery: string }
  | { kind: 'unsubscribe'; subscriberId: string }

/** Both cases are spelt out: case-insensitive Unicode matching would also accept letters such as the long s. */
const TOKEN = /\+(?<kind>[BUbu])(?<content>[A-Za-z2-7]{1,200})(?<mac>[A-Za-z2-7]{16})@/gu
/** More than any of our emails contains. */
const MAX_TOKENS = 20

const isGenuine = (secret: Buffer, { kind, content, given }: { kind: string; content: string; given: string }) =>
  timingSafeEqual(Buffer.from(given), Buffer.from(addressMac(secret, kind, content)))

/** The first genuine keyed address in a text, in either case; null when there is none. */
export const findKeyedAddress = (secret: Buffer, text: string): KeyedAddress | null => {
  for (const { groups } of text.matchAll(TOKEN).take(MAX_TOKENS)) {
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

const MAC_BYTES = 18

/** The only thing that a token permits. */
type Purpose = 'unsubscribe' | 'preferences'

const tokenMac = (secret: Buffer, purpose: Purpose, subscriberId: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}:${subscriberId}`).digest().subarray(0, MAC_BYTES)

const makeToken = (secret: Buffer, purpose: Purpose, subscriberId: string): string =>
  `${subscriberId}.${tokenMac(secret, purpose, subscriberId).toString('base64url')}`

const verifyToken = (secret: Buffer, purpose: Purpose, given: string): string | null => {
  const dot = given.lastIndexOf('.')
  const subscriberId = given.slice(0, Math.max(0, dot))
  const found = Buffer.from(given.slice(dot + 1), 'base64url')
  const wanted = tokenMac(secret, purpose, subscriberId)
  return found.length === wanted.length && timingSafeEqual(found, wanted) ? subscriberId : null
}

/** The unsubscribe token in every email to a subscriber; it can be verified without stored data. */
export const unsubscribeToken = (secret: Buffer, subscriberId: string): string =>
  makeToken(secret, 'unsubscribe', subscriberId)

/** The id of the subscriber; null for an invalid token. */
export const verifyUnsubscribeToken = (secret: Buffer, given: string): string | null =>
  verifyToken(secret, 'unsubscribe', given)

/** The token of a subscriber's preferences page. */
export const preferencesToken = (secret: Buffer, subscriberId: string): string =>
  makeToken(secret, 'preferences', subscriberId)

/** The id of the subscriber; null for an invalid token. */
export const verifyPreferencesToken = (secret: Buffer, given: string): string | null =>
  verifyToken(secret, 'preferences', given)
