import type { QueuedEmail } from '#core/mail/outbox.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { requestExpiry } from '#core/mail/requests/subscriber-request.ts'
import { awaitsConfirmation } from '#core/mail/subscriber.ts'
import { confirmExpiry } from '#core/mail/subscription.ts'

const startRequestPeriod = async (tx: ActionContext, messageId: string): Promise<void> => {
  const request = await tx.following.requestOf(messageId)
  if (request === null || request.expiresAt !== null) return
  await tx.following.setLink(messageId, { hash: request.hash, expiresAt: requestExpiry(request, tx.now) })
}

/** From now on the link in an email has an expiry, and what is not confirmed in time is removed. */
export const startConfirmationPeriod = async (
  tx: ActionContext,
  { kind, to, messageId }: Pick<QueuedEmail, 'kind' | 'to' | 'messageId'>,
): Promise<void> => {
  if (kind === 'request') return startRequestPeriod(tx, messageId)
  if (kind !== 'confirmation' || to === null) return
  const subscriber = await tx.subscribers.findByEmail(to)
  if (subscriber === null || !awaitsConfirmation(subscriber) || subscriber.confirmExpiresAt !== null) return
  await tx.subscribers.put({ ...subscriber, confirmExpiresAt: confirmExpiry(tx.now) }, tx.now.toISOString())
}
