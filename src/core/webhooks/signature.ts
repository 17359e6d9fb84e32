import { createHmac } from 'node:crypto'

/** Secrets and signatures as the Standard Webhooks specification has them (standardwebhooks.com, version 1). */

const SECRET_PREFIX = 'whsec_'
/** The secret before signs as well for so long after a new one was made. */
export const SECRET_OVERLAP_HOURS = 24
export const SECRET_OVERLAP_MS = SECRET_OVERLAP_HOURS * 3_600_000

/** A new secret; `random` are 24 characters or more that nobody can guess. */
export const newSecret = (random: string): string => `${SECRET_PREFIX}${Buffer.from(random).toString('base64')}`

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')

export type SignedMessage = { id: string; at: Date; body: string }

/** Headers of a message; it is signed with each secret. */
export const signedHeaders = (
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`)
    return `v1,${mac.digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
