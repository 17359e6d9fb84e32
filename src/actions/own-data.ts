import { admitAddress, newSubscriberId } from './subscribers.ts'
import { queueRequest } from './outbox.ts'
import type { ActionContext } from './run-action.ts'
import { Failure } from '#core/failure.ts'
import type { ClientNetworks } from '#core/quota.ts'
import { liftByConfirming } from './suppressions.ts'
import { confirmationBucket } from '#core/mail/subscriber.ts'

/**
 * Queues an email with a link for the owner of an address to see, move or delete what is stored about it. The result is the
 * same if nothing is stored, in which case no email is sent. Refuses with `quota_exceeded`.
 */
export const requestManagement = async (
  tx: ActionContext,
  { email, client }: { email: string; client: ClientNetworks },
): Promise<null | Failure> => {
  const known = await tx.subscribers.findByEmail(email)
  const isWanted = known !== null || (await tx.messages.from(email)).length > 0
  const admitted = await admitAddress(tx, { email, client, isWanted })
  if (admitted !== true) return admitted
  const subscriberId = known?.id ?? newSubscriberId(tx)
  await queueRequest(tx, { purpose: 'manage', subscriberId, email, address: null, frequency: null })
  return null
}

/**
 * Asks a new address to confirm that a subscriber's emails may go there, by the link that was emailed to the current address.
 * Throws `not_found` for an invalid link, and refuses with `quota_exceeded`.
 */
export const requestMove = async (
  tx: ActionContext,
  { token, email, client }: { token: string; email: string; client: ClientNetworks },
): Promise<null | Failure> => {
  const { subscriberId } = await tx.following.getRequest({ token, purpose: 'manage', now: tx.now })
  const isWanted = (await tx.subscribers.find(subscriberId)) !== null
  const admitted = await admitAddress(tx, { email, client, isWanted })
  if (admitted !== true) return admitted
  await queueRequest(tx, { purpose: 'move', subscriberId, email, address: null, frequency: null })
  return null
}

/**
 * Moves a subscriber to the address that the token was emailed to; all links that were requested before stop working. Throws
 * `not_found` for an invalid link, and `wrong_state` for an address that has its own subscription.
 */
export const confirmMove = async (tx: ActionContext, { token }: { token: string }): Promise<void> => {
  const { subscriberId, email } = await tx.following.getRequest({ token, purpose: 'move', now: tx.now })
  const subscriber = await tx.subscribers.find(subscriberId)
  if (subscriber === null) throw new Failure('not_found', 'This subscription no longer exists.')
  const other = await tx.subscribers.findByEmail(email)
  if (other !== null && other.id !== subscriberId)
    throw new Failure('wrong_state', 'This address has its own subscription; delete that one first.')
  await liftByConfirming(tx, email)
  await tx.subscribers.moveTo(subscriberId, email)
  // Links that were emailed to the old address, or to another one by mistake, must not work for other people.
  await tx.following.removeRequests({ subscriberId })
}

/** How much was erased; `keys` only lose their address. */
type ErasedPersonalData = { subscriptions: number; letters: number; messages: number; keys: number }

/**
 * Erases an address at the request of its owner (GDPR Art. 17): subscription, followed searches, emails in any state, contact
 * messages, the address on API keys, and its quota counts. The audit log records how much was erased, without the address.
 */
export const erasePersonalData = async (
  tx: ActionContext,
  { email, actor }: { email: string; actor: string },
): Promise<ErasedPersonalData> => {
  const subscriber = await tx.subscribers.findByEmail(email)
  const subscriptions = (await tx.subscribers.erase(email)) ? 1 : 0
  if (subscriber !== null) {
    await tx.mailings.eraseDeliveries(subscriber.id)
    await tx.following.eraseFollower(subscriber.id)
    await tx.following.removeRequests({ subscriberId: subscriber.id })
  }
  await tx.following.removeRequests({ email })
  const letters = await tx.outbox.erase(email)
  const messages = await tx.messages.erase(email)
  await tx.quota.clear(confirmationBucket(email))
  const keys = await tx.keys.eraseEmail(email)
  const erased = { subscriptions, letters, messages, keys }
  if (subscriptions + letters + messages + keys > 0)
    await tx.audit.record({
      at: tx.now.toISOString(),
      actor,
      act: 'address.erase',
      subject: subscriber?.id ?? 'address',
      before: null,
      after: erased,
    })
  return erased
}

/** The actor in the audit log for the owner of an address. */
const OWNER = 'subscriber'

/** Deletes what is stored about an address, by the link that was emailed to it. Throws `not_found` for an invalid link. */
export const deleteOwnData = async (tx: ActionContext, { token }: { token: string }): Promise<ErasedPersonalData> => {
  const { email } = await tx.following.getRequest({ token, purpose: 'manage', now: tx.now })
  return erasePersonalData(tx, { email, actor: OWNER })
}
