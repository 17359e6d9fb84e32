import { createHmac } from 'node:crypto'
import { secretBytes } from './webhook-secret.ts'

/** Signatures as the Standard Webhooks specification has them (standardwebhooks.com, version 1). */

export type SignedMessage = { id: string; at: Date; body: string }

/** Headers of a message; it is signed with each secret. */
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
