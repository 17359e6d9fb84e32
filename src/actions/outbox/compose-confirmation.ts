import type { QueuedEmail } from '#core/mail/outbox.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { paceConfirmation } from './pace-confirmation.ts'
import { hashSecret } from '#core/access/key-format.ts'
import type { ComposedEmail } from '#core/mail/email.ts'
import { awaitsConfirmation } from '#core/mail/subscriber.ts'

/**
 * Writes a confirmation email that is about to leave, with a new link; links of earlier emails to the same subscriber
 * stop working. The link has no expiry until the email was sent. Null when nobody waits for it any more, because the
 * subscription was confirmed, ended or erased, which removes the email; and when too many leave, which puts it off.
 */
export const composeConfirmation = async (
  tx: ActionContext,
  email: QueuedEmail,
): Promise<(QueuedEmail & ComposedEmail) | null> => {
  const subscriber = email.to === null ? null : await tx.subscribers.findByEmail(email.to)
  if (email.to === null || subscriber === null || !awaitsConfirmation(subscriber)) {
    await tx.outbox.remove(email.seq)
    return null
  }
  if (!(await paceConfirmation(tx, { seq: email.seq, to: email.to }))) return null
  const token = tx.ids.secret()
  const withLink = { ...subscriber, confirmHash: hashSecret(token), confirmExpiresAt: null }
  await tx.subscribers.put(withLink, tx.now.toISOString())
  const subscriberId = subscriber.id
  const returnPath = tx.emails.returnPath({ subscriberId, messageId: email.messageId })
  return { ...email, ...tx.emails.confirmation({ subscriberId, token }), returnPath }
}
