import { liftByConfirming } from '#actions/bounces/lift-by-confirming.ts'
import { admitAddress } from '#actions/mail/admit-address.ts'
import { queueRequest } from '#actions/outbox/queue-request.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { ClientNetworks } from '#core/quota.ts'
import { getRequest } from './get-request.ts'

type RequestMoveInput = { token: string; email: string; client: ClientNetworks }

/**
 * Asks another address whether the emails of a subscriber may go there, by the link that was mailed to the present one. Throws
 * `not_found` for a link that does not work, and refuses with `quota_exceeded`.
 */
export const requestMove = async (
  tx: ActionContext,
  { token, email, client }: RequestMoveInput,
): Promise<null | Failure> => {
  const { subscriberId } = await getRequest(tx, { token, purpose: 'manage' })
  const isWanted = (await tx.subscribers.find(subscriberId)) !== null
  const admitted = await admitAddress(tx, { email, client, isWanted })
  if (admitted !== true) return admitted
  await queueRequest(tx, { purpose: 'move', subscriberId, email, address: null, frequency: null })
  return null
}

/**
 * Moves a subscriber to the address that was mailed the token; no link that was asked for before works any more. Throws `not_found` for a link that does not work, and `wrong_state` for an
 * address that has a subscription of its own.
 */
export const confirmMove = async (tx: ActionContext, { token }: { token: string }): Promise<void> => {
  const { subscriberId, email } = await getRequest(tx, { token, purpose: 'move' })
  const subscriber = await tx.subscribers.find(subscriberId)
  if (subscriber === null) throw new Failure('not_found', 'This subscription is not there any more.')
  const other = await tx.subscribers.findByEmail(email)
  if (other !== null && other.id !== subscriberId)
    throw new Failure('wrong_state', 'This address has a subscription of its own; delete that one first.')
  await liftByConfirming(tx, email)
  await tx.subscribers.moveTo(subscriberId, email)
  // Links that were mailed to the former address, or to another one by mistake, belong to nobody who gets these emails.
  await tx.following.removeRequests({ subscriberId })
}
