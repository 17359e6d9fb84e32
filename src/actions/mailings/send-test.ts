import type { ActionContext } from '#actions/run-action.ts'
import { queueEmail } from '#actions/outbox/queue-email.ts'
import type { EmailContent } from '#ports/email-composer.ts'

/** Queues an email as subscribers would get it for one editor, and says in its subject that it is a test. */
export const sendTest = async (
  tx: ActionContext,
  { email, to, briefId, actor }: { email: EmailContent; to: string; briefId: string; actor: string },
): Promise<void> => {
  await queueEmail(tx, { ...email, kind: 'notice', to, subject: `Test: ${email.subject}` })
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor, act: 'mailing.test', subject: briefId, before: null, after: null })
}
