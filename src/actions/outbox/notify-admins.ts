import type { ActionContext } from '#actions/run-action.ts'
import type { Email } from '#core/mail/email.ts'
import { queueEmail } from './queue-email.ts'

/** Queues an email to each admin who has an address. */
export const notifyAdmins = async (
  tx: ActionContext,
  content: Pick<Email, 'subject' | 'text' | 'headers' | 'replyTo'>,
): Promise<void> => {
  for (const { role, email, removedAt } of await tx.editors.list())
    if (role === 'admin' && email !== null && removedAt === null)
      await queueEmail(tx, { ...content, kind: 'notice', to: email })
}
