import type { ActionContext } from '#actions/run-action.ts'

/**
 * Ends all that goes to a subscriber, the brief and the digests, confirmed or not, at once; ending it twice is no error. What was asked
 * for the address and not confirmed yet can be confirmed no more. A complaint has ended it, too.
 */
export const unsubscribe = async (tx: ActionContext, { subscriberId }: { subscriberId: string }): Promise<void> => {
  await tx.following.stop(subscriberId, null)
  await tx.following.removeRequests({ subscriberId })
  const subscriber = await tx.subscribers.find(subscriberId)
  if (subscriber === null || subscriber.state === 'unsubscribed' || subscriber.state === 'complained') return
  const ended = {
    name: null,
    state: 'unsubscribed' as const,
    wantsBrief: false,
    confirmHash: null,
    confirmExpiresAt: null,
  }
  await tx.subscribers.put({ ...subscriber, ...ended }, tx.now.toISOString())
}
