import type { ActionContext } from '#actions/run-action.ts'
import type { QueuedEmail } from '#ports/store/correspondence.ts'
import { startConfirmationPeriod } from './start-confirmation-period.ts'

/** Records that an email was sent. */
export const recordSentEmail = async (tx: ActionContext, email: QueuedEmail): Promise<void> => {
  await tx.outbox.markSent(email.seq, tx.now.toISOString())
  await startConfirmationPeriod(tx, email)
}
