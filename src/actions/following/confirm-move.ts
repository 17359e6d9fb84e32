import { liftByConfirming } from '#actions/bounces/lift-by-confirming.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { getRequest } from './get-request.ts'

/**
 * Moves a subscriber to the address that was mailed the token; no link that was asked for before works any more. Throws
 * `not_found` for a link that does not work, and `wrong_state` for an address that has a subscription of its own.
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
