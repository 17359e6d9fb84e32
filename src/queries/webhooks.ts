import type { WebhookEndpoint } from '#core/webhooks.ts'
import type { WebhookReader } from '#ports/store/webhooks.ts'

/** How many events an endpoint has not received yet: waiting deliveries, and events that have no delivery so far. */
export const countPending = async (
  { webhooks }: { webhooks: Pick<WebhookReader, 'countUnqueued' | 'countWaiting'> },
  endpoint: WebhookEndpoint,
): Promise<number> => (await webhooks.countWaiting(endpoint.id)) + (await webhooks.countUnqueued(endpoint))
