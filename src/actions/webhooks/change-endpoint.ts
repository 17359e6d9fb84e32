import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { shownAddress, type WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { getEndpoint } from './get-endpoint.ts'

export const endpointChanges = ['pause', 'resume', 'remove'] as const
export type EndpointChange = (typeof endpointChanges)[number]

type ChangeEndpointInput = {
  id: number
  change: EndpointChange
  /** Of `resume`: forget what waits, and go on with what happens from now on. */
  skip?: boolean
  actor: string
}

/** What an endpoint that gave no trouble yet starts with. */
const UNTRIED = { failures: 0, failingSince: null, restUntil: null, pausedBecause: null }

const resume = async (tx: ActionContext, id: number, skip: boolean): Promise<void> => {
  await tx.webhooks.change(id, { ...UNTRIED, state: 'active' })
  if (skip) {
    await tx.webhooks.dropWaiting(id, null)
    await tx.webhooks.change(id, { position: await tx.webhooks.positionBefore(null) })
  } else await tx.webhooks.restartWaiting(id, tx.now.toISOString())
}

const assertChanges = ({ id, state, kind }: WebhookEndpoint, change: EndpointChange): void => {
  if (change === 'pause' && state === 'paused') throw new Failure('wrong_state', `The webhook ${id} is paused already.`)
  if (change === 'resume' && state === 'active') throw new Failure('wrong_state', `The webhook ${id} is not paused.`)
  if (change === 'remove' && kind === 'hub')
    throw new Failure('wrong_state', 'The hub comes from WEBSUB_HUB: unset that variable instead.')
}

/**
 * Pauses, resumes or removes an endpoint. While it is paused, events wait in the list of changes; `remove` forgets its
 * secrets and deliveries. What is being sent at this moment is finished. Throws `not_found`, and `wrong_state` when nothing
 * would change.
 */
export const changeEndpoint = async (
  tx: ActionContext,
  { id, change, skip = false, actor }: ChangeEndpointInput,
): Promise<void> => {
  const endpoint = await getEndpoint(tx, id)
  assertChanges(endpoint, change)
  if (change === 'remove') await tx.webhooks.remove(id)
  else if (change === 'pause') await tx.webhooks.change(id, { state: 'paused', pausedBecause: null })
  else await resume(tx, id, skip)
  const { url, state } = endpoint
  await tx.audit.record({
    at: tx.now.toISOString(),
    actor,
    act: `webhook.${change}`,
    subject: String(id),
    before: { address: shownAddress(url), state },
    after: change === 'resume' ? { skip } : null,
  })
}
