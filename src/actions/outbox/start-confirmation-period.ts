import type { QueuedEmail } from '#core/mail/outbox.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { confirmExpiry } from '#core/mail/subscription.ts'

/** From now on the link in a confirmation email has an expiry, and whoever does not confirm in time is forgotten. */
export const startConfirmationPeriod = async (
  tx: ActionContext,
  { kind, to }: Pick<QueuedEmail, 'kind' | 'to'>,
): Promise<void> => {
  if (kind !== 'confirmation' || to === null) return
  const subscriber = await tx.subscribers.findByEmail(to)
  if (subscriber === null || subscriber.state !== 'pending' || subscriber.confirmExpiresAt !== null) return
  await tx.subscribers.put({ ...subscriber, confirmExpiresAt: confirmExpiry(tx.now) }, tx.now.toISOString())
}
