import { liftByConfirming } from '#actions/bounces/lift-by-confirming.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { Failure } from '#core/failure.ts'

/**
 * Makes a subscription active by the token that was mailed: emails arrive, whatever came back before. Throws `not_found`
 * for unknown, used or expired tokens.
 */
export const confirmSubscription = async (tx: ActionContext, { token }: { token: string }): Promise<void> => {
  const at = tx.now.toISOString()
  const subscriber = await tx.subscribers.findByConfirmHash(hashSecret(token))
  const isExpired = subscriber !== null && subscriber.confirmExpiresAt !== null && subscriber.confirmExpiresAt < at
  if (subscriber === null || isExpired)
    throw new Failure('not_found', 'This link is not valid any more; subscribe again to get a new one.')
  await liftByConfirming(tx, subscriber.email)
  const confirmed = { state: 'active' as const, wantsBrief: true, confirmHash: null, confirmExpiresAt: null }
  await tx.subscribers.put({ ...subscriber, ...confirmed }, at)
}
