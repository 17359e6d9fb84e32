import type { ActionContext } from '#actions/run-action.ts'

/** Ends a subscription, confirmed or not, at once; ending it twice is no error. A complaint has ended it, too. */
export const unsubscribe = async (tx: ActionContext, { subscriberId }: { subscriberId: string }): Promise<void> => {
  const subscriber = await tx.subscribers.find(subscriberId)
  if (subscriber === null || subscriber.state === 'unsubscribed' || subscriber.state === 'complained') return
  const ended = { name: null, state: 'unsubscribed' as const, confirmHash: null, confirmExpiresAt: null }
  await tx.subscribers.put({ ...subscriber, ...ended }, tx.now.toISOString())
}
