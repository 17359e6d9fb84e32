import type { ActionContext } from '#actions/run-action.ts'
import type { Email } from '#core/mail/email.ts'

/** Puts an email into the outbox, due at once, under the Message-ID that it keeps however often it is tried. */
export const queueEmail = (tx: ActionContext, email: Omit<Email, 'messageId'>): Promise<void> =>
  tx.outbox.add({ ...email, messageId: tx.emails.messageId(tx.ids.uuid()) }, tx.now.toISOString())
