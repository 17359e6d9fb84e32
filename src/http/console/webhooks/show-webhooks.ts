import type { Context } from 'hono'
import { getEndpoint } from '#actions/webhooks/get-endpoint.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { publicEventTypes } from '#core/webhooks/webhook-event.ts'
import type { Clock } from '#ports/clock.ts'
import type { SecretBox } from '#ports/secret-box.ts'
import type { Store } from '#ports/store/store.ts'
import { countPending } from '#queries/webhooks/count-pending-events.ts'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { webhookPage, type WebhookView } from './pages/webhook.ts'
import { webhooksPage, type WebhooksView } from './pages/webhooks.ts'

export type WebhookPorts = {
  store: Store
  run: RunAction
  clock: Clock
  houseName: string
  secretBox: SecretBox | null
  /** Origins that may be told over http. */
  outbound: { allowed: readonly string[] }
  canMail: boolean
}

const DELIVERIES_SHOWN = 50

/** The number in the path. Throws `not_found`. */
export const endpointId = (context: Context): number => {
  const given = context.req.param('id') ?? ''
  if (!/^[1-9]\d{0,8}$/u.test(given)) throw new Failure('not_found', `There is no webhook ${given}.`)
  return Number(given)
}

type FormState = Partial<Pick<WebhooksView, 'values' | 'created' | 'failure'>>

export const renderWebhooks = async (
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

export const renderWebhook = async (
  ports: WebhookPorts,
  context: Context,
  given: Partial<Pick<WebhookView, 'created' | 'failure' | 'since'>> = {},
): Promise<{ toString(): string }> => {
  const endpoint = await getEndpoint(ports.store.private, endpointId(context))
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

export const showWebhooks =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await renderWebhooks(ports, context))

export const showWebhook =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await renderWebhook(ports, context))
