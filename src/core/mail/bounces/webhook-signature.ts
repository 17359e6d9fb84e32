import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the clocks of sender and receiver may differ; afterwards nobody sends a signed request again. */
export const WEBHOOK_TOLERANCE_SECONDS = 300

const PREFIX = 'whsec_'

/** A secret in the form of the specification is base 64; any other is taken as it stands. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret)

export type WebhookHeaders = { id: string; timestamp: string; signature: string }

/** Whether a request is of this moment, in seconds since 1970. */
export const isTimely = ({ timestamp }: WebhookHeaders, now: Date): boolean =>
  /^\d{1,12}$/u.test(timestamp) && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= WEBHOOK_TOLERANCE_SECONDS

/** Whether one of the signatures (`v1,BASE64`, separated by spaces) is that of the body, as Standard Webhooks has it. */
export const isSigned = (secret: string, { id, timestamp, signature }: WebhookHeaders, body: Uint8Array): boolean => {
  const wanted = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest()
  return signature.split(' ', 10).some((entry) => {
    const given = Buffer.from(entry.startsWith('v1,') ? entry.slice(3) : '', 'base64')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}
