import { Failure } from '#core/failure.ts'
import { verifyUnsubscribeToken } from '#core/mail/unsubscribe-token.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'

/** Ends a subscription, confirmed or not, at once; doing it twice is no error. Throws `not_found` for a forged token. */
export const unsubscribe = async ({ store, clock }: { store: Store; clock: Clock }, token: string): Promise<void> => {
  const id = verifyUnsubscribeToken(await store.private.secret(), token)
  if (id === null)
    throw new Failure('not_found', 'This unsubscribe link is not complete; copy it whole from the letter.')
  await store.transact(async (tx) => {
    const subscriber = await tx.subscribers.find(id)
    if (subscriber === null || subscriber.state === 'unsubscribed') return
    const ended = {
      ...subscriber,
      name: null,
      state: 'unsubscribed' as const,
      confirmHash: null,
      confirmExpiresAt: null,
    }
    await tx.subscribers.put(ended, clock.now().toISOString())
  })
}
