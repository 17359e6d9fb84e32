import { Failure } from '#core/failure.ts'
import type { WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import type { WebhookReader } from '#ports/store/webhooks/webhooks.ts'

/** Throws `not_found`. */
export const getEndpoint = async (
  { webhooks }: { webhooks: Pick<WebhookReader, 'find'> },
  id: number,
): Promise<WebhookEndpoint> => {
  const found = await webhooks.find(id)
  if (found === null) throw new Failure('not_found', `There is no webhook ${id}.`)
  return found
}
