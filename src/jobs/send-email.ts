import type { QueuedEmail } from '#core/mail/outbox.ts'
import { composeConfirmation } from '#actions/outbox/compose-confirmation.ts'
import { composeRequest } from '#actions/outbox/compose-request.ts'
import { recordFailedEmail } from '#actions/outbox/record-failed-email.ts'
import { recordSentEmail } from '#actions/outbox/record-sent-email.ts'
import { releaseEmail } from '#actions/outbox/release-email.ts'
import type { RunAction } from '#actions/run-action.ts'
import { SendFailure } from '#core/mail/send-failure.ts'
import type { ComposedEmail } from '#core/mail/email.ts'
import type { Log } from '#ports/log.ts'
import type { Mailer } from '#ports/mailer.ts'

type Ports = { run: RunAction; log: Log; mailer: Mailer }
type LeasedEmail = { email: QueuedEmail; to: string; signal: AbortSignal | undefined }

/** Error replies often repeat the recipient's address, which must not be logged. */
const withoutAddresses = (reason: string): string => reason.replaceAll(/[^\s<>@]+@[^\s<>@]+/gu, '(address)')

const composed = async (run: RunAction, email: QueuedEmail): Promise<(QueuedEmail & ComposedEmail) | null> => {
  const { text } = email
  if (text !== null) return { ...email, text }
  return run(email.kind === 'request' ? composeRequest : composeConfirmation, email)
}

/** What an error says of the address for good; a refusal for now says nothing yet. */
const bounceOf = (error: unknown): SendFailure['bounce'] =>
  error instanceof SendFailure && error.kind === 'final' ? error.bounce : null

/** Sends one leased email and records how that ended; false when it is not to be sent any more. */
export const sendEmail = async ({ run, log, mailer }: Ports, { email, to, signal }: LeasedEmail): Promise<boolean> => {
  const ready = await composed(run, email)
  if (ready === null) return false
  try {
    await mailer.send({ ...ready, to })
  } catch (error) {
    if (signal?.aborted === true) {
      // The attempt was ended by us, not by the mail server: it is not counted, and the email goes out after the restart.
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
