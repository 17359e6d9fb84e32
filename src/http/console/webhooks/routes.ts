import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import {
  addEndpoint,
  changeEndpoint,
  type EndpointChange,
  endpointChanges,
  replayEvents,
  rotateWebhookSecret,
  sendTestEvent,
} from '#actions/webhooks.ts'
import { Failure } from '#core/failure.ts'
import type { AddressChecker } from '#core/outbound.ts'
import { publicEventTypes } from '#core/webhooks.ts'
import { SECRET_OVERLAP_HOURS } from '#core/webhook-signature.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { adminRoute, pageResponse, redirectResponse, redisplayForm } from '#http/console/console-route.ts'
import { readFormBody } from '#http/input/body.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { SecretBox } from '#ports/credentials.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { countPending } from '#queries/webhooks.ts'
import { parseInput } from '#schemas/validate.ts'
import { replaySchema, webhookSchema } from '#schemas/webhook-schema.ts'
import { webhookPage, webhooksPage, type WebhooksView, type WebhookView } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

export type WebhookPorts = {
  store: Store
  run: RunAction
  clock: Clock
  site: LiveSite
  secretBox: SecretBox | null
  checkAddress: AddressChecker
  canMail: boolean
}

const DELIVERIES_SHOWN = 50

/** The number in the path. Throws `not_found`. */
const endpointId = (context: Context): number => {
  const given = context.req.param('id') ?? ''
  if (!/^[1-9]\d{0,8}$/u.test(given)) throw new Failure('not_found', `There is no webhook ${given}.`)
  return Number(given)
}

type FormState = Partial<Pick<WebhooksView, 'values' | 'created' | 'failure'>>

const renderWebhooks = async (
  ports: WebhookPorts,
  context: Context,
  given: FormState = {},
): Promise<{ toString(): string }> => {
  const listed: WebhooksView['listed'][number][] = []
  for (const endpoint of await ports.store.private.webhooks.list())
    listed.push({ endpoint, pending: await countPending(ports.store.private, endpoint) })
  return webhooksPage(ports, {
    editor: getCurrentEditor(context),
    listed,
    canSeal: ports.secretBox !== null,
    values: { url: '', description: '', events: publicEventTypes },
    created: null,
    failure: null,
    ...given,
  })
}

const renderWebhook = async (
  ports: WebhookPorts,
  context: Context,
  given: Partial<Pick<WebhookView, 'created' | 'failure' | 'since'>> = {},
): Promise<{ toString(): string }> => {
  const endpoint = await ports.store.private.webhooks.get(endpointId(context))
  return webhookPage(ports, {
    editor: getCurrentEditor(context),
    endpoint,
    pending: await countPending(ports.store.private, endpoint),
    deliveries: await ports.store.private.webhooks.deliveries(endpoint.id, DELIVERIES_SHOWN),
    created: null,
    failure: null,
    since: '',
    ...given,
  })
}

const showWebhooks =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await renderWebhooks(ports, context))

const showWebhook =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await renderWebhook(ports, context))

const postWebhook =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const { url = '', description = '' } = form.fields
    const values = { url, description, events: form.getAll('events') }
    return redisplayForm(
      async () => {
        const endpoint = parseInput(webhookSchema(ports.checkAddress), values)
        const { secretBox } = ports
        const added = await ports.run(addEndpoint, { endpoint, secretBox, actor: getCurrentActor(context) })
        const created = { sentence: `This is the secret of webhook ${added.endpoint.id}.`, secret: added.secret }
        return page(200, await renderWebhooks(ports, context, { created }))
      },
      (failure) => renderWebhooks(ports, context, { values, failure }),
    )
  }

const postRotation =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> => {
    const id = endpointId(context)
    return redisplayForm(
      async () => {
        const { secretBox } = ports
        const rotated = await ports.run(rotateWebhookSecret, { id, secretBox, actor: getCurrentActor(context) })
        const sentence = `This is the new secret of webhook ${id}. The old one also signs for another ${SECRET_OVERLAP_HOURS} hours.`
        return page(200, await renderWebhook(ports, context, { created: { sentence, secret: rotated.secret } }))
      },
      (failure) => renderWebhook(ports, context, { failure }),
    )
  }

const backTo = (id: number): Reply => seeOther(`/console/webhooks/${id}`)

const postChange =
  (ports: WebhookPorts, change: EndpointChange) =>
  async (context: Context): Promise<Reply> => {
    const id = endpointId(context)
    const { fields } = await readFormBody(context)
    return redisplayForm(
      async () => {
        await ports.run(changeEndpoint, { id, change, skip: fields.skip === 'yes', actor: getCurrentActor(context) })
        return change === 'remove' ? seeOther('/console/webhooks') : backTo(id)
      },
      (failure) => renderWebhook(ports, context, { failure }),
    )
  }

const postTest =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> => {
    const id = endpointId(context)
    return redisplayForm(
      async () => {
        await ports.run(sendTestEvent, { id, actor: getCurrentActor(context) })
        return backTo(id)
      },
      (failure) => renderWebhook(ports, context, { failure }),
    )
  }

const postReplay =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> => {
    const id = endpointId(context)
    const { fields } = await readFormBody(context)
    return redisplayForm(
      async () => {
        const { since } = parseInput(replaySchema(ports.clock.now()), { since: fields.since ?? '' })
        await ports.run(replayEvents, { id, since, actor: getCurrentActor(context) })
        return backTo(id)
      },
      (failure) => renderWebhook(ports, context, { failure, since: fields.since ?? '' }),
    )
  }

const changeSummaries: Record<EndpointChange, string> = {
  pause: 'Pauses a webhook',
  resume: 'Resumes a paused webhook',
  remove: 'Removes a webhook with its secrets and deliveries',
}

/** Actions that make this server send requests or that show a secret need a recent confirmation. */
const confirmedRoute = { ...adminRoute, needsConfirmation: true } as const

export const webhookRoutes = (ports: WebhookPorts): Route[] => [
  {
    ...adminRoute,
    method: 'get',
    path: '/console/webhooks',
    summary: 'Every webhook',
    responses: pageResponse,
    handle: showWebhooks(ports),
  },
  {
    ...confirmedRoute,
    method: 'post',
    path: '/console/webhooks',
    summary: 'Adds a webhook and shows its secret once',
    responses: pageResponse,
    handle: postWebhook(ports),
  },
  {
    ...adminRoute,
    method: 'get',
    path: '/console/webhooks/:id',
    summary: 'A webhook with its last deliveries',
    responses: pageResponse,
    handle: showWebhook(ports),
  },
  {
    ...confirmedRoute,
    method: 'post',
    path: '/console/webhooks/:id/rotate',
    summary: 'Creates a new secret and shows it once',
    responses: pageResponse,
    handle: postRotation(ports),
  },
  {
    ...confirmedRoute,
    method: 'post',
    path: '/console/webhooks/:id/replay',
    summary: 'Sends the events since a given time again',
    responses: redirectResponse,
    handle: postReplay(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/webhooks/:id/test',
    summary: 'Sends a test event',
    responses: redirectResponse,
    handle: postTest(ports),
  },
  ...endpointChanges.map((change): Route => ({
    ...(change === 'pause' ? adminRoute : confirmedRoute),
    method: 'post',
    path: `/console/webhooks/:id/${change}`,
    summary: changeSummaries[change],
    responses: redirectResponse,
    handle: postChange(ports, change),
  })),
]
