import { confirmationBucket } from './subscribe.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'

/** How much went with an address. */
export type Erased = { subscriptions: number; letters: number; messages: number; keys: number }

/**
 * Forgets an address at its owner's wish: subscription, letters in any state, contact messages, keys whose decisions
 * are mailed to it (the keys stay), and what was counted for it. The log keeps that it happened and how much went, not the address.
 */
export const eraseAddress = (
  { store, clock }: { store: Store; clock: Clock },
  { email, actor }: { email: string; actor: string },
): Promise<Erased> =>
  store.transact(async (tx) => {
    const subscriber = await tx.subscribers.findByEmail(email)
    const subscriptions = (await tx.subscribers.erase(email)) ? 1 : 0
    const letters = await tx.outbox.erase(email)
    const messages = await tx.messages.erase(email)
    await tx.quota.clear(confirmationBucket(email))
    const keys = await tx.keys.eraseEmail(email)
    const erased = { subscriptions, letters, messages, keys }
    if (subscriptions + letters + messages + keys > 0)
      await tx.audit.record({
        at: clock.now().toISOString(),
        actor,
        act: 'address.erase',
        subject: subscriber?.id ?? 'address',
        before: null,
        after: erased,
      })
    return erased
  })
