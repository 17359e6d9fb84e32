import { leaseEmails } from '#actions/outbox/lease-emails.ts'
import { releaseEmail } from '#actions/outbox/release-email.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Mailer } from '#ports/mailer.ts'
import type { Job } from './run-jobs.ts'
import { sendEmail } from './send-email.ts'

const BATCH = 10
/** Longer than a batch can take, so that no other process takes an email that is being sent. */
const LEASE_MS = 10 * 60_000

export type DeliveryPorts = { run: RunAction; clock: Clock; log: Log; mailer: Mailer }

export type Delivered = { tried: number; more: boolean }

/**
 * Sends emails that are due, one batch. A crash between sending an email and recording that sends it twice, under the
 * same Message-ID; none is lost. Emails to the research team wait while `teamEmail` is null.
 */
export const deliverOutbox = async (
  ports: DeliveryPorts,
  teamEmail: string | null,
  signal?: AbortSignal,
): Promise<Delivered> => {
  const { run, clock } = ports
  const lease = { leaseMs: LEASE_MS, limit: BATCH, withTeam: teamEmail !== null }
  const { emails, leaseUntil } = await run(leaseEmails, lease)
  let tried = 0
  for (const email of emails) {
    // If the process was held up for longer than its lease, the rest may belong to another one.
    if (clock.now().toISOString() >= leaseUntil) break
    const to = email.to ?? teamEmail
    if (signal?.aborted === true || to === null) await run(releaseEmail, email)
    else if (await sendEmail(ports, { email, to, signal })) tried += 1
  }
  return { tried, more: emails.length === BATCH }
}

export const deliverOutboxJob = (ports: DeliveryPorts, teamEmail: string | null): Job => ({
  name: 'deliver-outbox',
  everySeconds: 5,
  run: (signal) => deliverOutbox(ports, teamEmail, signal),
})
