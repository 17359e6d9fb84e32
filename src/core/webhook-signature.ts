import { createHmac, timingSafeEqual } from 'node:crypto'

/** Secrets and signatures as the Standard Webhooks specification has them (standardwebhooks.com, version 1). */

const SECRET_PREFIX = 'whsec_'
/** How long the previous secret keeps signing after a new one was made. */
export const SECRET_OVERLAP_HOURS = 24
export const SECRET_OVERLAP_MS = SECRET_OVERLAP_HOURS * 3_600_000

/** @param random at least 24 characters that nobody can guess */
export const newSecret = (random: string): string => `${SECRET_PREFIX}${Buffer.from(random).toString('base64')}`

/** A secret in the form of the specification is base64; any other is used as it stands, since some senders allow that. */
const secretBytes = (secret: string): Buffer =>
  secret.startsWith(SECRET_PREFIX) ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64') : Buffer.from(secret)

export type SignedMessage = { id: string; at: Date; body: string }

/** The headers of a message, with one signature for each secret. */
export const signedHeaders = (
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secretBytes(secret)).update(`${id}.${timestamp}.${body}`)
    return `v1,${mac.digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** How far the clocks of sender and receiver may differ; a signed request cannot be replayed later than that. */
export const WEBHOOK_TOLERANCE_SECONDS = 300

export type WebhookHeaders = { id: string; timestamp: string; signature: string }

/** Whether the timestamp of a request (seconds since 1970) is within the tolerance. */
export const isTimely = ({ timestamp }: WebhookHeaders, now: Date): boolean =>
  /^\d{1,12}$/u.test(timestamp) && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= WEBHOOK_TOLERANCE_SECONDS

/** Whether one of the signatures (`v1,BASE64`, separated by spaces) is that of the body. */
export const isSigned = (secret: string, { id, timestamp, signature }: WebhookHeaders, body: Uint8Array): boolean => {
  const wanted = createHmac('sha256', secretBytes(secret)).update(`${id}.${timestamp}.`).update(body).digest()
  return signature.split(' ', 10).some((entry) => {
    const given = Buffer.from(entry.startsWith('v1,') ? entry.slice(3) : '', 'base64')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}
