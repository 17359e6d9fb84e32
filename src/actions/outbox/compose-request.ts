import type { QueuedEmail } from '#core/mail/outbox.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { hashSecret } from '#core/access/key-format.ts'
import type { ComposedEmail } from '#core/mail/email.ts'
import { paceConfirmation } from './pace-confirmation.ts'

/**
 * Writes the email of a request that is about to leave, with a new link, which has no expiry until the email was sent. Null when
 * the request was taken back, which removes the email; and when too many leave, which puts it off.
 */
export const composeRequest = async (
  tx: ActionContext,
  email: QueuedEmail,
): Promise<(QueuedEmail & ComposedEmail) | null> => {
  const request = await tx.following.requestOf(email.messageId)
  if (request === null) {
    await tx.outbox.remove(email.seq)
    return null
  }
  if (!(await paceConfirmation(tx, { seq: email.seq, to: request.email }))) return null
  const token = tx.ids.secret()
  await tx.following.setLink(email.messageId, { hash: hashSecret(token), expiresAt: null })
  return { ...email, ...tx.emails.request({ ...request, token }), returnPath: tx.emails.returnPath(request) }
}
