import type { WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import type { WebhookReader } from '#ports/store/webhooks/webhooks.ts'

/** How many events an endpoint has yet to be told of: those with a delivery that waits, and those ahead of them. */
export const countPending = async (
  { webhooks }: { webhooks: Pick<WebhookReader, 'countAhead' | 'countWaiting'> },
  endpoint: WebhookEndpoint,
): Promise<number> => (await webhooks.countWaiting(endpoint.id)) + (await webhooks.countAhead(endpoint))
