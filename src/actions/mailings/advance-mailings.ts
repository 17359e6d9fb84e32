import type { ActionContext } from '#actions/run-action.ts'
import { recipientDomain } from '#core/mail/base-mailbox.ts'
import type { Mailing } from '#core/mail/mailing.ts'

/** So few that no writer waits for long, and that a reader in this process notices nothing. */
const RECIPIENTS_AT_ONCE = 200

const addRecipients = async (tx: ActionContext, mailing: Mailing, startedAt: string, after: string): Promise<void> => {
  const { briefId } = mailing
  const subscribers = await tx.mailings.confirmedBy(startedAt, after, RECIPIENTS_AT_ONCE)
  const recipients = subscribers.map(({ id, email }) => ({
    subscriberId: id,
    domain: recipientDomain(email),
    messageId: tx.emails.messageId(tx.ids.uuid()),
  }))
  if (recipients.length > 0) await tx.mailings.addDeliveries(briefId, recipients, startedAt)
  const last = subscribers.length < RECIPIENTS_AT_ONCE ? null : (subscribers.at(-1)?.id ?? null)
  await tx.mailings.setRecipientsAfter(briefId, last)
}

/**
 * Starts mailings whose time has come, gives some of their recipients their deliveries, and ends those that have none
 * left to send; whether there is more to do at once.
 */
export const advanceMailings = async (tx: ActionContext): Promise<{ more: boolean }> => {
  const now = tx.now.toISOString()
  for (const id of await tx.mailings.toStart(now)) await tx.mailings.start(id, now)
  let more = false
  for (const mailing of await tx.mailings.sending()) {
    const { briefId, startedAt, recipientsAfter } = mailing
    if (recipientsAfter !== null && startedAt !== null) {
      await addRecipients(tx, mailing, startedAt, recipientsAfter)
      more = true
    } else if (!(await tx.mailings.hasWaiting(briefId))) await tx.mailings.finish(briefId, 'sent', now)
  }
  return { more }
}
