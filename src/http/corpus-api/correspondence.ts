import type { Context } from 'hono'
import { z } from 'zod'
import { receiveMessage } from '#actions/messages.ts'
import { subscribe } from '#actions/subscribers.ts'
import { type ClientNetworks, contactPolicy, failedFormPolicy, formAttempts, subscribePolicy } from '#core/quota.ts'
import { clientName } from '#http/auth/client-address.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { CONTACT_BODY_BYTES, readJsonBody, SUBSCRIBE_BODY_BYTES } from '#http/input/body.ts'
import type { RunIdempotent } from '#http/input/idempotent-request.ts'
import { rateLimitHeaders } from '#http/routing/rate-limit-headers.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { contactSchema, subscribeSchema } from '#schemas/fields.ts'
import { parseInput } from '#schemas/validate.ts'

const CONTACT_MESSAGE = 'Thank you. Your message is on its way to the research team.'
const SUBSCRIBE_MESSAGE =
  'Check your inbox: if this address can be subscribed, an email with a link to confirm is on its way.'

const contactResponse = z.strictObject({ success: z.literal(true), id: z.string(), message: z.string() })
const subscribeResponse = z.strictObject({ success: z.literal(true), message: z.string() })

const presentReceived = (id: string): z.infer<typeof contactResponse> => ({
  success: true,
  id,
  message: CONTACT_MESSAGE,
})

/** The same for new, known and confirmed addresses, so that no one can find out who reads the brief. */
const presentSubscribed = (): z.infer<typeof subscribeResponse> => ({
  success: true,
  message: SUBSCRIBE_MESSAGE,
})

type Ports = {
  runIdempotent: RunIdempotent
  limitAttempts: LimitAttempts
  clientNetworks: (context: Context) => ClientNetworks
}

const contact =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const client = ports.clientNetworks(context)
    return ports.limitAttempts({ counted: formAttempts(client) }, async () => {
      const { value, text } = await readJsonBody(context, CONTACT_BODY_BYTES)
      const form = parseInput(contactSchema, value)
      return ports.runIdempotent(context, {
        client: `client:${clientName(client)}`,
        body: text,
        action: receiveMessage,
        input: { form, client },
        toAnswer: ({ id, quota }) => json(202, presentReceived(id), rateLimitHeaders(quota)),
      })
    })
  }

const subscribeAddress =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const client = ports.clientNetworks(context)
    return ports.limitAttempts({ counted: formAttempts(client) }, async () => {
      const { value, text } = await readJsonBody(context, SUBSCRIBE_BODY_BYTES)
      const form = parseInput(subscribeSchema, value)
      return ports.runIdempotent(context, {
        client: `client:${clientName(client)}`,
        body: text,
        action: subscribe,
        input: { ...form, client },
        toAnswer: () => json(202, presentSubscribed()),
      })
    })
  }

const publicPost = { method: 'post', access: 'public', caching: 'none', allowCors: true, isIdempotent: true } as const

export const correspondenceRoutes = (ports: Ports): Route[] => [
  {
    ...publicPost,
    path: '/api/contact',
    summary: 'Send a message to the research team',
    body: contactSchema,
    bodyBytes: CONTACT_BODY_BYTES,
    bodyExample: { name: 'Ada Example', email: 'ada@example.org', message: 'Which papers did you leave out, and why?' },
    responses: {
      202: { description: 'Stored; it will be sent.', schema: contactResponse },
      429: {
        description: `More than ${contactPolicy.limit} messages, or ${failedFormPolicy.limit} failed requests, from this address in an hour.`,
      },
    },
    handle: contact(ports),
  },
  {
    ...publicPost,
    path: '/api/subscribe',
    summary: 'Subscribe to the weekly brief by email; active once confirmed',
    body: subscribeSchema,
    bodyBytes: SUBSCRIBE_BODY_BYTES,
    bodyExample: { email: 'ada@example.org' },
    responses: {
      202: { description: 'Accepted; the same for new, known and confirmed addresses.', schema: subscribeResponse },
      429: {
        description: `More than ${subscribePolicy.limit} requests, or ${failedFormPolicy.limit} failed ones, from this address in an hour.`,
      },
    },
    handle: subscribeAddress(ports),
  },
]
