import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 18

const mac = (secret: Buffer, subscriberId: string): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe:${subscriberId}`).digest().subarray(0, MAC_BYTES)

/** The token that every email to a subscriber carries; nothing needs to be stored to check it. */
export const unsubscribeToken = (secret: Buffer, subscriberId: string): string =>
  `${subscriberId}.${mac(secret, subscriberId).toString('base64url')}`

/** Whose token this is, or null when it is nobody's. */
export const verifyUnsubscribeToken = (secret: Buffer, token: string): string | null => {
  const dot = token.lastIndexOf('.')
  const subscriberId = token.slice(0, Math.max(0, dot))
  const given = Buffer.from(token.slice(dot + 1), 'base64url')
  const wanted = mac(secret, subscriberId)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? subscriberId : null
}
