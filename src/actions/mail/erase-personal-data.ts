import type { ActionContext } from '#actions/run-action.ts'
import { confirmationBucket } from '#core/mail/subscription.ts'

type ErasePersonalDataInput = { email: string; actor: string }

/** How much was erased; `keys` lost their address and stay. */
export type ErasedPersonalData = { subscriptions: number; letters: number; messages: number; keys: number }

/**
 * Erases an address at the request of its owner (GDPR Art. 17): subscription, followed searches, emails in any state, contact messages, the
 * address of API keys, and what was counted for it. The audit log says that and how much was erased, without the address.
 */
export const erasePersonalData = async (
  tx: ActionContext,
  { email, actor }: ErasePersonalDataInput,
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
