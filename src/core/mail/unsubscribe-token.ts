import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 18

/** What a token lets its holder do, and nothing else. */
type Purpose = 'unsubscribe' | 'preferences'

const mac = (secret: Buffer, purpose: Purpose, subscriberId: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}:${subscriberId}`).digest().subarray(0, MAC_BYTES)

const token = (secret: Buffer, purpose: Purpose, subscriberId: string): string =>
  `${subscriberId}.${mac(secret, purpose, subscriberId).toString('base64url')}`

const verify = (secret: Buffer, purpose: Purpose, given: string): string | null => {
  const dot = given.lastIndexOf('.')
  const subscriberId = given.slice(0, Math.max(0, dot))
  const found = Buffer.from(given.slice(dot + 1), 'base64url')
  const wanted = mac(secret, purpose, subscriberId)
  return found.length === wanted.length && timingSafeEqual(found, wanted) ? subscriberId : null
}

/** The token that every email to a subscriber carries; nothing needs to be stored to check it. */
export const unsubscribeToken = (secret: Buffer, subscriberId: string): string =>
  token(secret, 'unsubscribe', subscriberId)

/** Whose token this is, or null when it is nobody's. */
export const verifyUnsubscribeToken = (secret: Buffer, given: string): string | null =>
  verify(secret, 'unsubscribe', given)

/** The token of the page on which a subscriber chooses what comes how often. */
export const preferencesToken = (secret: Buffer, subscriberId: string): string =>
  token(secret, 'preferences', subscriberId)

/** Whose preferences this token opens, or null. */
export const verifyPreferencesToken = (secret: Buffer, given: string): string | null =>
  verify(secret, 'preferences', given)
