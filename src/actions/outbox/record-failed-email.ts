import type { QueuedEmail } from '#core/mail/outbox.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { retryDelay } from '#core/mail/retry-delay.ts'
import { recordBounce } from '#actions/bounces/record-bounce.ts'
import { deliveryName } from '#core/mail/bounces/keyed-address.ts'
import { startConfirmationPeriod } from './start-confirmation-period.ts'

type RecordFailedEmailInput = {
  email: QueuedEmail
  reason: string
  /** What the refusal says of the address; null: nothing. */
  bounce?: 'hard' | 'soft' | null
}

const REASON_LENGTH = 500

const countBounce = async (tx: ActionContext, { to, messageId }: QueuedEmail, kind: 'hard' | 'soft'): Promise<void> => {
  const subscriber = to === null ? null : await tx.subscribers.findByEmail(to)
  if (subscriber !== null)
    await recordBounce(tx, { subscriberId: subscriber.id, delivery: deliveryName(messageId), kind })
}

/** Records that an email could not be sent; when it is tried again, null when it is given up. */
export const recordFailedEmail = async (
  tx: ActionContext,
  { email, reason, bounce = null }: RecordFailedEmailInput,
): Promise<string | null> => {
  const isSubscription = email.kind === 'confirmation' || email.kind === 'request'
  // An address that leads nowhere is not asked again; nobody would be reached by an email to it.
  const pause = isSubscription && bounce === 'hard' ? null : retryDelay(email.attempts + 1)
  const retryAt = pause === null ? null : new Date(tx.now.getTime() + pause * 1_000).toISOString()
  await tx.outbox.markFailed(email.seq, reason.slice(0, REASON_LENGTH), retryAt)
  if (retryAt === null) await startConfirmationPeriod(tx, email)
  if (retryAt === null && isSubscription && bounce !== null) await countBounce(tx, email, bounce)
  return retryAt
}
