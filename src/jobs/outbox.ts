import { type QueuedEmail, SendFailure } from '#core/mail/outbox.ts'
import {
  composeConfirmation,
  composeRequest,
  recordFailedEmail,
  recordSentEmail,
  releaseEmail,
  leaseEmails,
} from '#actions/outbox.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { ComposedEmail } from '#core/mail/email.ts'
import type { Log, Clock } from '#ports/runtime.ts'
import type { Mailer } from '#ports/mailer.ts'
import type { Job } from './run-jobs.ts'

type Ports = { run: RunAction; log: Log; mailer: Mailer }
type LeasedEmail = { email: QueuedEmail; to: string; signal: AbortSignal | undefined }

/** Error replies often repeat the recipient's address, which must not be logged. */
const withoutAddresses = (reason: string): string => reason.replaceAll(/[^\s<>@]+@[^\s<>@]+/gu, '(address)')

const composeEmail = async (run: RunAction, email: QueuedEmail): Promise<(QueuedEmail & ComposedEmail) | null> => {
  const { text } = email
  if (text !== null) return { ...email, text }
  return run(email.kind === 'request' ? composeRequest : composeConfirmation, email)
}

/** The kind of bounce of a permanent refusal; a temporary one says nothing about the address. */
const bounceOf = (error: unknown): SendFailure['bounce'] =>
  error instanceof SendFailure && error.kind === 'final' ? error.bounce : null

/** Sends one leased email and records the result; false if it is no longer to be sent. */
const sendEmail = async ({ run, log, mailer }: Ports, { email, to, signal }: LeasedEmail): Promise<boolean> => {
  const ready = await composeEmail(run, email)
  if (ready === null) return false
  try {
    await mailer.send({ ...ready, to })
  } catch (error) {
    if (signal?.aborted === true) {
      // We ended the attempt, not the mail server, so it is not counted; the email is sent after the restart.
      await run(releaseEmail, email)
      return true
    }
    const reason = error instanceof Error ? error.message : String(error)
    const retryAt = await run(recordFailedEmail, { email, reason, bounce: bounceOf(error) })
    const attempts = email.attempts + 1
    log.warn({ email: email.seq, attempts, retryAt, reason: withoutAddresses(reason) }, 'an email could not be sent')
    return true
  }
  await run(recordSentEmail, email)
  return true
}

const BATCH = 10
/** Longer than a batch can take, so that no other process leases an email that is being sent. */
const LEASE_MS = 10 * 60_000

type DeliveryPorts = { run: RunAction; clock: Clock; log: Log; mailer: Mailer }

export type Delivered = { tried: number; more: boolean }

/**
 * Sends a batch of due emails. After a crash between sending and recording, an email is sent twice, with the same Message-ID;
 * none is lost. Emails to the research team wait while `teamEmail` is null.
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
    // If this process was delayed beyond its lease, another one may have leased the rest.
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

/** Tries every waiting or abandoned email now. Returns how many were tried. */
export const flushOutbox = async (ports: DeliveryPorts, teamEmail: string | null): Promise<{ tried: number }> => {
  await ports.run((tx) => tx.outbox.requeue(tx.now.toISOString()), null)
  let tried = 0
  for (let more = true; more;) {
    const round = await deliverOutbox(ports, teamEmail)
    tried += round.tried
    more = round.more
  }
  return { tried }
}
