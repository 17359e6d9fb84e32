import { hashSecret } from '#core/access/key-format.ts'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'

/** Makes a subscription active by the token that was mailed. Throws `not_found` for unknown, used or expired tokens. */
export const confirmSubscription = ({ store, clock }: { store: Store; clock: Clock }, token: string): Promise<void> =>
  store.transact(async (tx) => {
    const at = clock.now().toISOString()
    const subscriber = await tx.subscribers.findByConfirmHash(hashSecret(token))
    const expired = subscriber?.confirmExpiresAt !== null && (subscriber?.confirmExpiresAt ?? '') < at
    if (subscriber === null || expired)
      throw new Failure('not_found', 'This link is not valid any more; subscribe again to get a new one.')
    await tx.subscribers.put({ ...subscriber, state: 'active', confirmHash: null, confirmExpiresAt: null }, at)
  })
