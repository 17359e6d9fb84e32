import type { QueuedEmail } from '#core/mail/outbox.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { startConfirmationPeriod } from './start-confirmation-period.ts'

/** Records that an email was sent. */
export const recordSentEmail = async (tx: ActionContext, email: QueuedEmail): Promise<void> => {
  await tx.outbox.markSent(email.seq, tx.now.toISOString())
  await startConfirmationPeriod(tx, email)
}
