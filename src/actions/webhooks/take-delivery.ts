import type { ActionContext } from '#actions/run-action.ts'
import type { WebhookDelivery, WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import type { EndpointLease, SealedSecrets } from '#ports/store/webhooks/webhooks.ts'
import { planDeliveries } from './plan-deliveries.ts'

/** Longer than an attempt may take; a sender that was killed is replaced after so long. */
const LEASE_MS = 60_000

/** What is sent next, with everything that sending it needs. */
export type TakenDelivery = { endpoint: WebhookEndpoint; delivery: WebhookDelivery; secrets: SealedSecrets }

const find = async (tx: ActionContext, { id }: EndpointLease): Promise<TakenDelivery | null> => {
  const endpoint = await tx.webhooks.find(id)
  const at = tx.now.toISOString()
  if (endpoint === null || (endpoint.restUntil !== null && endpoint.restUntil > at)) return null
  await planDeliveries(tx, endpoint)
  const delivery = await tx.webhooks.nextDue(id, at)
  if (delivery === null) return null
  const { secret, old } = await tx.webhooks.secrets(id)
  const isOverlap = endpoint.oldSecretUntil !== null && endpoint.oldSecretUntil > at
  return { endpoint, delivery, secrets: { secret, old: isOverlap ? old : null } }
}

/**
 * Takes the next delivery of an endpoint for its only sender; null when nothing is due, or somebody else sends. Every call
 * keeps the endpoint for the sender, until one gives null.
 */
export const takeWebhookDelivery = async (tx: ActionContext, lease: EndpointLease): Promise<TakenDelivery | null> => {
  const until = new Date(tx.now.getTime() + LEASE_MS).toISOString()
  if (!(await tx.webhooks.hold(lease, tx.now.toISOString(), until))) return null
  const taken = await find(tx, lease)
  if (taken === null) await tx.webhooks.release(lease)
  return taken
}
