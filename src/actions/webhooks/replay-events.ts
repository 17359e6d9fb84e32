import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { getEndpoint } from './get-endpoint.ts'

type ReplayInput = { id: number; since: Date; actor: string }

/**
 * Tells an endpoint once more of all that happened since an instant, in its order and under the same message ids: it goes
 * back in the list of changes, so what waits from then on is not sent twice. How many events that are. Throws `not_found`,
 * and `wrong_state` for a hub.
 */
export const replayEvents = async (
  tx: ActionContext,
  { id, since, actor }: ReplayInput,
): Promise<{ events: number }> => {
  const endpoint = await getEndpoint(tx, id)
  if (endpoint.kind === 'hub') throw new Failure('wrong_state', 'A hub is only told that feeds have changed.')
  const from = await tx.webhooks.positionBefore(since.toISOString())
  const position = {
    change: Math.min(from.change, endpoint.position.change),
    step: Math.min(from.step, endpoint.position.step),
  }
  await tx.webhooks.dropWaiting(id, position)
  await tx.webhooks.change(id, { position })
  const events = await tx.webhooks.countAhead({ ...endpoint, position })
  const after = { since: since.toISOString(), events }
  await tx.audit.record({
    at: tx.now.toISOString(),
    actor,
    act: 'webhook.replay',
    subject: String(id),
    before: null,
    after,
  })
  return { events }
}
