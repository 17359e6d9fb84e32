import type { QueuedEmail } from '#core/mail/outbox.ts'
import type { ActionContext } from '#actions/run-action.ts'

type LeaseEmailsInput = {
  leaseMs: number
  limit: number
  /** Whether emails to the research team can be sent. */
  withTeam: boolean
}

/** Emails that are due, for one process to send until the lease ends. */
export const leaseEmails = async (
  tx: ActionContext,
  { leaseMs, limit, withTeam }: LeaseEmailsInput,
): Promise<{ emails: QueuedEmail[]; leaseUntil: string }> => {
  const leaseUntil = new Date(tx.now.getTime() + leaseMs).toISOString()
  return { emails: await tx.outbox.lease(tx.now.toISOString(), leaseUntil, limit, withTeam), leaseUntil }
}
