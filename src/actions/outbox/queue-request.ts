import type { ActionContext } from '#actions/run-action.ts'
import type { SubscriberRequest } from '#core/mail/requests/subscriber-request.ts'

/** Stores what was asked for an address, and queues the email with the link that makes it happen. */
export const queueRequest = async (
  tx: ActionContext,
  request: Omit<SubscriberRequest, 'messageId' | 'hash' | 'expiresAt'>,
): Promise<void> => {
  const at = tx.now.toISOString()
  const messageId = tx.emails.messageId(tx.ids.uuid())
  await tx.following.addRequest({ ...request, messageId, hash: null, expiresAt: null }, at)
  const subject = tx.emails.requestSubject(request.purpose)
  const empty = { replyTo: null, headers: {}, text: null }
  await tx.outbox.add({ ...empty, messageId, kind: 'request', to: request.email, subject }, at)
}
