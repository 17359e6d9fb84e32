import type { Context } from 'hono'
import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { INCOMING_EMAIL_BYTES, incomingKinds } from '#core/mail/bounces.ts'
import { isSigned, isTimely, WEBHOOK_TOLERANCE_SECONDS, type WebhookHeaders } from '#core/webhook-signature.ts'
import { type ClientNetworks, failedFormPolicy, formAttempts } from '#core/quota.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { BOUNCE_BODY_BYTES, readBodyBytes, refuseCompressed } from '#http/input/body.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { ReceiveEmail } from '#ports/mailer.ts'
import type { Clock } from '#ports/runtime.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import { parseInput } from '#schemas/validate.ts'

type Ports = {
  clock: Clock
  receiveEmail: ReceiveEmail
  bounces: { webhookSecret: string | null }
  limitAttempts: LimitAttempts
  clientNetworks: (context: Context) => ClientNetworks
}

const bounceSchema = z
  .strictObject({
    message: z.string().min(1).meta({ description: 'The email, with its headers.' }),
    encoding: z.enum(['utf8', 'base64']).default('utf8').meta({ description: 'The encoding of message.' }),
    recipient: z.string().max(320).optional().meta({ description: 'The recipient in its envelope.' }),
  })
  .meta({ id: 'Bounce' })

const bounceResponse = z
  .strictObject({
    success: z.literal(true),
    kind: z.enum(incomingKinds),
    counted: z
      .boolean()
      .meta({ description: 'Whether it is about an email from this library and was not reported before.' }),
    suppressed: z.boolean().meta({ description: 'Whether the subscriber gets no more emails.' }),
  })
  .meta({ id: 'BounceResult' })

const RAW_TYPE = /^message\/(?:rfc822|global)\b/iu
const JSON_TYPE = /^application\/json\b/iu

/** Checked before the body is read, so that no one can make us read a body without a recent signature. */
const webhookHeaders = (context: Context, now: Date): WebhookHeaders => {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    context.req.header(`webhook-${name}`),
  )
  if (id === undefined || timestamp === undefined || signature === undefined)
    throw new Failure(
      'signature_invalid',
      'The headers webhook-id, webhook-timestamp and webhook-signature are required.',
    )
  const headers = { id, timestamp, signature }
  if (!isTimely(headers, now))
    throw new Failure(
      'signature_invalid',
      `webhook-timestamp must be within ${WEBHOOK_TOLERANCE_SECONDS} seconds of now, in seconds since 1970.`,
    )
  return headers
}

const readEmail = (context: Context, body: Uint8Array): { raw: Uint8Array; recipient: string | null } => {
  const type = context.req.header('content-type') ?? ''
  if (RAW_TYPE.test(type)) return { raw: body, recipient: null }
  if (!JSON_TYPE.test(type))
    throw new Failure('unsupported_media_type', 'The body must be message/rfc822, or JSON with the email in "message".')
  const {
    message,
    encoding,
    recipient = null,
  } = parseInput(bounceSchema, parseStrictJson(Buffer.from(body).toString()))
  return { raw: Buffer.from(message, encoding).subarray(0, INCOMING_EMAIL_BYTES), recipient }
}

const receive =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { webhookSecret } = ports.bounces
    if (webhookSecret === null) throw new Failure('not_found', `There is nothing at ${context.req.path}.`)
    return ports.limitAttempts({ counted: formAttempts(ports.clientNetworks(context)) }, async () => {
      const headers = webhookHeaders(context, ports.clock.now())
      refuseCompressed(context)
      const body = await readBodyBytes(context, BOUNCE_BODY_BYTES)
      if (!isSigned(webhookSecret, headers, body))
        throw new Failure('signature_invalid', 'webhook-signature does not match this request and the secret.')
      const { raw, recipient } = readEmail(context, body)
      return json(200, { success: true, ...(await ports.receiveEmail(raw, recipient)) })
    })
  }

export const bounceRoutes = (ports: Ports): Route[] => [
  {
    method: 'post',
    path: '/api/mail/bounces',
    summary: 'Receives an email sent to BOUNCE_ADDRESS; the request is signed with BOUNCE_WEBHOOK_SECRET',
    access: 'public',
    caching: 'none',
    allowCors: false,
    body: bounceSchema,
    bodyTypes: ['message/rfc822', 'message/global'],
    bodyBytes: BOUNCE_BODY_BYTES,
    responses: {
      200: { description: 'The kind of the email, and its effect.', schema: bounceResponse },
      401: { description: 'A header is missing or too old, or the signature does not match the body.' },
      404: { description: 'BOUNCE_WEBHOOK_SECRET is not set.' },
      429: { description: `More than ${failedFormPolicy.limit} failed requests from this address in an hour.` },
    },
    handle: receive(ports),
  },
]
