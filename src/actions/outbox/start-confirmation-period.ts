import type { QueuedEmail } from '#core/mail/outbox.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { confirmExpiry } from '#core/mail/subscription.ts'

/** From now on the link in a confirmation email has an expiry, and a subscription that is not confirmed in time is removed. */
export const startConfirmationPeriod = async (
  tx: ActionContext,
  { kind, to }: Pick<QueuedEmail, 'kind' | 'to'>,
): Promise<void> => {
  if (kind !== 'confirmation' || to === null) return
  const subscriber = await tx.subscribers.findByEmail(to)
  if (subscriber === null || subscriber.state !== 'pending' || subscriber.confirmExpiresAt !== null) return
  await tx.subscribers.put({ ...subscriber, confirmExpiresAt: confirmExpiry(tx.now) }, tx.now.toISOString())
}
