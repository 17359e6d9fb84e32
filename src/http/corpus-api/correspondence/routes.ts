import type { Context } from 'hono'
import { receiveMessage } from '#actions/mail/receive-message.ts'
import { subscribe } from '#actions/mail/subscribe.ts'
import { formAttempts, type ClientNetworks, contactPolicy, failedFormPolicy, subscribePolicy } from '#core/quota.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { contactSchema, subscribeSchema } from '#schemas/correspondence-schemas.ts'
import { clientName } from '#http/auth/client-address.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { keyReusedResponse, type RunIdempotent } from '#http/input/idempotent-request.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import { rateLimitHeaders } from '#http/routing/quota-headers.ts'
import type { Route } from '#http/routing/route.ts'
import { CONTACT_BODY_BYTES, SUBSCRIBE_BODY_BYTES } from '#http/input/body-limits.ts'
import { parseInput } from '#schemas/validate.ts'
import { contactResponse, presentReceived, presentSubscribed, subscribeResponse } from './present.ts'

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

const publicPost = { method: 'post', access: 'public', caching: 'none', allowCors: true } as const
const commonFailures = {
  400: { description: 'The body is malformed or invalid; details names every error.' },
  409: { description: 'The same request is still running.' },
  413: { description: 'The body is too large.' },
  415: { description: 'The body is not plain JSON.' },
  422: keyReusedResponse,
}

export const correspondenceRoutes = (ports: Ports): Route[] => [
  {
    ...publicPost,
    path: '/api/contact',
    summary: 'Send a message to the research team',
    body: contactSchema,
    bodyExample: { name: 'Ada Example', email: 'ada@example.org', message: 'Which papers did you leave out, and why?' },
    responses: {
      202: { description: 'Stored and on its way.', schema: contactResponse },
      ...commonFailures,
      429: {
        description: `${contactPolicy.limit} messages, or ${failedFormPolicy.limit} that failed, came from this address in an hour.`,
      },
    },
    handle: contact(ports),
  },
  {
    ...publicPost,
    path: '/api/subscribe',
    summary: 'Subscribe to the weekly brief by email; active once confirmed',
    body: subscribeSchema,
    bodyExample: { email: 'ada@example.org' },
    responses: {
      202: { description: 'Taken; the same for new, known and confirmed addresses.', schema: subscribeResponse },
      ...commonFailures,
      429: {
        description: `${subscribePolicy.limit} requests, or ${failedFormPolicy.limit} that failed, came from this address in an hour.`,
      },
    },
    handle: subscribeAddress(ports),
  },
]
