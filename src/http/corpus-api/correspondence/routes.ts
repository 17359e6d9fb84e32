import type { Context } from 'hono'
import { receiveMessage, type Received } from '#actions/receive-message.ts'
import { subscribe } from '#actions/subscribe.ts'
import { contactSchema, subscribeSchema } from '#schemas/correspondence-schemas.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { Store } from '#ports/store/store.ts'
import { asReceipt, fromReceipt, json, type Answer } from '#http/routing/reply.ts'
import type { Retries } from '#http/input/idempotency-key.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import { quotaHeaders } from '#http/routing/quota-headers.ts'
import type { Route } from '#http/routing/route.ts'
import { CONTACT_BODY_BYTES, SUBSCRIBE_BODY_BYTES, toForm } from './input.ts'
import { contactAnswer, presentReceived, presentSubscribed, subscribeAnswer } from './present.ts'

type Ports = {
  store: Store
  clock: Clock
  ids: Ids
  letters: EmailComposer
  retries: Retries
  clientName: (context: Context) => string
}

const sealReceived = ({ id, quota }: Received) => asReceipt(json(202, presentReceived(id), quotaHeaders(quota)))

const sealSubscribed = () => asReceipt(json(202, presentSubscribed()))

const contact =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    const { value, text } = await readJsonBody(context, CONTACT_BODY_BYTES)
    const form = toForm(contactSchema, value)
    const client = ports.clientName(context)
    return ports.retries.run(context, `client:${client}`, text, async (once) => {
      const { receipt, replayed } = await receiveMessage(ports, { form, client }, { once, seal: sealReceived })
      return fromReceipt(receipt, replayed)
    })
  }

const subscribeAddress =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    const { value, text } = await readJsonBody(context, SUBSCRIBE_BODY_BYTES)
    const form = toForm(subscribeSchema, value)
    const client = ports.clientName(context)
    return ports.retries.run(context, `client:${client}`, text, async (once) => {
      const { receipt, replayed } = await subscribe(ports, { ...form, client }, { once, seal: sealSubscribed })
      return fromReceipt(receipt, replayed)
    })
  }

const open = { method: 'post', access: 'public', caching: 'none', anyOrigin: true } as const
const refusals = {
  400: { description: 'The body is malformed or invalid; details names every mistake.' },
  409: { description: 'The twin of this request is still running.' },
  413: { description: 'The body is too large.' },
  415: { description: 'The body is not plain JSON.' },
  422: { description: 'The Idempotency-Key came with another request before.' },
}

export const correspondenceRoutes = (ports: Ports): Route[] => [
  {
    ...open,
    path: '/api/contact',
    summary: 'Send a message to the research team',
    body: contactSchema,
    answers: {
      202: { description: 'Stored and on its way.', schema: contactAnswer },
      ...refusals,
      429: { description: '10 messages in an hour came from this address.' },
    },
    handle: contact(ports),
  },
  {
    ...open,
    path: '/api/subscribe',
    summary: 'Ask for the weekly brief by mail; active once confirmed',
    body: subscribeSchema,
    answers: {
      202: { description: 'Taken; the same for new, known and confirmed addresses.', schema: subscribeAnswer },
      ...refusals,
      429: { description: '60 requests in an hour came from this address.' },
    },
    handle: subscribeAddress(ports),
  },
]
