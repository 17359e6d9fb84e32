import type { QueuedEmail } from '#core/mail/outbox.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { retryDelay } from '#core/mail/retry-delay.ts'
import { startConfirmationPeriod } from './start-confirmation-period.ts'

type RecordFailedEmailInput = { email: QueuedEmail; reason: string }

const REASON_LENGTH = 500

/** Records that an email could not be sent; when it is tried again, null when it is given up. */
export const recordFailedEmail = async (
  tx: ActionContext,
  { email, reason }: RecordFailedEmailInput,
): Promise<string | null> => {
  const pause = retryDelay(email.attempts + 1)
  const retryAt = pause === null ? null : new Date(tx.now.getTime() + pause * 1_000).toISOString()
  await tx.outbox.markFailed(email.seq, reason.slice(0, REASON_LENGTH), retryAt)
  if (retryAt === null) await startConfirmationPeriod(tx, email)
  return retryAt
}
