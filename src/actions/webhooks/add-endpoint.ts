import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { shownAddress, type WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { newSecret } from '#core/webhooks/webhook-secret.ts'
import type { WebhookEventType } from '#core/webhooks/webhook-event.ts'
import { getEndpoint } from './get-endpoint.ts'
import { sealSecret, type SecretSealing } from './seal-secret.ts'

/** More would be a mistake, and each costs requests at every change. */
const MOST_ENDPOINTS = 50

export type EndpointDefinition = { url: string; description: string; events: readonly WebhookEventType[] }

type AddEndpointInput = { endpoint: EndpointDefinition; actor: string } & SecretSealing

/**
 * Tells a server of what happens from now on. Its secret is given once and stored sealed. Throws `duplicate_id` for an address
 * that is told already, and `wrong_state` where secrets cannot be sealed or there are too many endpoints.
 */
export const addEndpoint = async (
  tx: ActionContext,
  { endpoint, actor, secretBox }: AddEndpointInput,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> => {
  const { url, description, events } = endpoint
  const known = await tx.webhooks.list()
  const same = known.find((other) => other.url === url)
  if (same !== undefined) throw new Failure('duplicate_id', `The webhook ${same.id} has this address.`)
  if (known.length >= MOST_ENDPOINTS)
    throw new Failure('wrong_state', `There are ${MOST_ENDPOINTS} webhooks already; remove one first.`)
  const at = tx.now.toISOString()
  const secret = newSecret(tx.ids.secret())
  const id = await tx.webhooks.add({
    kind: 'webhook',
    url,
    description,
    events,
    secret: sealSecret({ secretBox }, url, secret),
    position: await tx.webhooks.positionBefore(null),
    addedBy: actor,
    at,
  })
  const after = { address: shownAddress(url), description, events }
  await tx.audit.record({ at, actor, act: 'webhook.add', subject: String(id), before: null, after })
  return { endpoint: await getEndpoint(tx, id), secret }
}
