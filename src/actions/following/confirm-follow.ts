import { liftByConfirming } from '#actions/bounces/lift-by-confirming.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { MAX_FOLLOWS } from '#core/following/follow.ts'
import type { SubscriberRequest } from '#core/mail/requests/subscriber-request.ts'
import { getRequest } from './get-request.ts'

/** The subscriber of a request, with an address that is confirmed now; what else was asked for it stays as it is. */
const ensureActive = async (tx: ActionContext, { email, subscriberId }: SubscriberRequest): Promise<string> => {
  const found = (await tx.subscribers.find(subscriberId)) ?? (await tx.subscribers.findByEmail(email))
  if (found?.state === 'active') return found.id
  const noLink = { confirmHash: null, confirmExpiresAt: null }
  const subscriber = found ?? { id: subscriberId, email, name: null, ...noLink }
  await tx.subscribers.put({ ...subscriber, state: 'active', wantsBrief: false }, tx.now.toISOString())
  return subscriber.id
}

/**
 * Makes an address follow a search by the token that was mailed to it. Throws `not_found` for a link that does not work, and
 * `wrong_state` for an address that follows as much as one can.
 */
export const confirmFollow = async (tx: ActionContext, { token }: { token: string }): Promise<void> => {
  const request = await getRequest(tx, { token, purpose: 'follow' })
  const { address, frequency } = request
  if (address === null || frequency === null) throw new Error(`${request.messageId} does not say what to follow`)
  await liftByConfirming(tx, request.email)
  const subscriberId = await ensureActive(tx, request)
  const followed = await tx.following.of(subscriberId)
  if (followed.length >= MAX_FOLLOWS && !followed.some((follow) => follow.address === address))
    throw new Failure('wrong_state', `This address follows ${MAX_FOLLOWS} searches already; stop one of them first.`)
  await tx.following.follow({ subscriberId, address, frequency }, tx.now.toISOString())
  await tx.following.removeRequest(request.messageId)
}
