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

/** What this process has to write about an email that it leased: that it was sent, or that another may have it. */
type Owed = { email: QueuedEmail; isSent: boolean; leaseUntil: string }

type Sending = 'sent' | 'failed' | 'not due'

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

/** Sends one leased email. A failure is recorded; false if it was not sent. */
const sendEmail = async ({ run, log, mailer }: Ports, { email, to, signal }: LeasedEmail): Promise<Sending> => {
  const ready = await composeEmail(run, email)
  if (ready === null) return 'not due'
  try {
    await mailer.send({ ...ready, to })
  } catch (error) {
    if (signal?.aborted === true) {
      // We ended the attempt, not the mail server, so it is not counted; the email is sent after the restart.
      await run(releaseEmail, email)
      return 'failed'
    }
    const reason = error instanceof Error ? error.message : String(error)
    const retryAt = await run(recordFailedEmail, { email, reason, bounce: bounceOf(error) })
    const attempts = email.attempts + 1
    log.warn({ email: email.seq, attempts, retryAt, reason: withoutAddresses(reason) }, 'an email could not be sent')
    return 'failed'
  }
  return 'sent'
}

const BATCH = 10
/** Longer than a batch can take, so that no other process leases an email that is being sent. */
const LEASE_MS = 10 * 60_000

type DeliveryPorts = { run: RunAction; clock: Clock; log: Log; mailer: Mailer }

export type Delivered = { tried: number; more: boolean }

/** Writes what is owed, first to last. What cannot be written stays owed. */
const settle = async ({ run, clock }: Pick<DeliveryPorts, 'run' | 'clock'>, owed: Owed[]): Promise<void> => {
  for (let [next] = owed; next !== undefined; [next] = owed) {
    if (next.isSent) await run(recordSentEmail, next.email)
    // After the lease another process may be sending it.
    else if (clock.now().toISOString() < next.leaseUntil) await run(releaseEmail, next.email)
    owed.shift()
  }
}

/**
 * Sends a batch of due emails. After a crash between sending and recording, an email is sent twice, with the same Message-ID;
 * none is lost. Emails to the research team wait while `teamEmail` is null. `owed` is what an earlier round could not write,
 * because the database was gone: it is written first, so that no email that was sent goes out again, and none that was not
 * sent waits for its lease to end.
 */
export const deliverOutbox = async (
  ports: DeliveryPorts,
  teamEmail: string | null,
  { signal, owed = [] }: { signal?: AbortSignal | undefined; owed?: Owed[] } = {},
): Promise<Delivered> => {
  const { run, clock } = ports
  await settle(ports, owed)
  const lease = { leaseMs: LEASE_MS, limit: BATCH, withTeam: teamEmail !== null }
  const { emails, leaseUntil } = await run(leaseEmails, lease)
  owed.push(...emails.map((email) => ({ email, isSent: false, leaseUntil })))
  let tried = 0
  for (const email of emails) {
    // If this process was delayed beyond its lease, another one may have leased the rest.
    if (clock.now().toISOString() >= leaseUntil) break
    const to = email.to ?? teamEmail
    if (signal?.aborted === true || to === null) await run(releaseEmail, email)
    else {
      const sending = await sendEmail(ports, { email, to, signal })
      if (sending !== 'not due') tried += 1
      if (sending === 'sent') {
        owed[0] = { email, isSent: true, leaseUntil }
        await run(recordSentEmail, email)
      }
    }
    owed.shift()
  }
  owed.length = 0
  return { tried, more: emails.length === BATCH }
}

export const deliverOutboxJob = (ports: DeliveryPorts, teamEmail: string | null): Job => {
  const owed: Owed[] = []
  return {
    name: 'deliver-outbox',
    everySeconds: 5,
    run: (signal) => deliverOutbox(ports, teamEmail, { signal, owed }),
  }
}

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
