import type { ActionContext } from '#actions/run-action.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { recipientDomain } from '#core/mail/base-mailbox.ts'
import {
  CONFIRMATION_DELAY_MS,
  confirmationDayPolicy,
  confirmationDomainPolicy,
  confirmationNoticePolicy,
} from '#core/mail/subscription.ts'
import { notifyAdmins } from './notify-admins.ts'

/** Tells the admins of a pace that is reached, once a day for each domain. */
const tellAdmins = async (tx: ActionContext, bucket: string, domain: string | null): Promise<void> => {
  const notice = await tx.quota.consume(`notice:${bucket}`, confirmationNoticePolicy, tx.now)
  if (notice.allowed) await notifyAdmins(tx, tx.emails.confirmationPace({ domain }))
}

/**
 * Counts a confirmation email that is about to leave, or puts it off for an hour when too many leave, in all or to its
 * domain; whether it may leave. None is dropped.
 */
export const paceConfirmation = async (
  tx: ActionContext,
  { seq, to }: { seq: number; to: string },
): Promise<boolean> => {
  const domain = recipientDomain(to)
  const paces = [
    { bucket: 'confirmation-day', policy: confirmationDayPolicy, domain: null },
    { bucket: `confirmation-domain:${hashSecret(domain)}`, policy: confirmationDomainPolicy, domain },
  ]
  for (const pace of paces)
    if (!(await tx.quota.peek(pace.bucket, pace.policy, tx.now)).allowed) {
      await tx.outbox.postpone(seq, new Date(tx.now.getTime() + CONFIRMATION_DELAY_MS).toISOString())
      await tellAdmins(tx, pace.bucket, pace.domain)
      return false
    }
  for (const { bucket, policy } of paces) await tx.quota.consume(bucket, policy, tx.now)
  return true
}
