import { classifyFailure } from '#core/mail/bounces/classify-failure.ts'
import { SendFailure } from '#core/mail/send-failure.ts'

/** What the SMTP library tells of an error, as far as it knows. */
type SmtpError = Error & {
  code?: string
  /** What was under way; `CONN` also stands for the connection itself. */
  command?: string
  responseCode?: number
  response?: string
  originalCode?: string
}

/** RFC 5321 section 4.2.1: the server closes the connection, whatever it was asked. */
const CLOSING = 421

/** A connection that existed and broke off, as the system says it. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE'])

/**
 * Whether a connection that was let in ended with an email under way: not at its greeting, its login or before. An email that met
 * only connections that were about to end is told without a command.
 */
const hasDropped = ({ name, code, command = 'CONN', originalCode = '' }: SmtpError): boolean =>
  name === 'AbortError' ||
  (command === 'CONN' &&
    (code === 'ECONNECTION' || code === 'ETIMEDOUT' || (code === 'ESOCKET' && BROKEN.has(originalCode))))

/**
 * What an error says about the email. Only replies to the recipient and to the email itself do; a refused sender or login
 * would meet every email alike, and none of them must be given up for it. A server that takes commands before it replies
 * (RFC 2920) may close the connection over a recipient without its reply being told as one to the recipient.
 */
export const asSendFailure = (error: unknown): SendFailure => {
  if (!(error instanceof Error)) return new SendFailure('unreachable', String(error), { cause: error })
  const failed: SmtpError = error
  const { command, responseCode, response, code } = failed
  const restsDomain = responseCode === CLOSING
  const isAboutEmail = (command === 'RCPT TO' || command === 'DATA') && (code === 'EENVELOPE' || code === 'EMESSAGE')
  if (!isAboutEmail || responseCode === undefined)
    return hasDropped(failed)
      ? new SendFailure('dropped', error.message, { cause: error, restsDomain })
      : new SendFailure('unreachable', error.message, { cause: error })
  const judged = classifyFailure({ reply: response ?? error.message })
  // A reply to the email itself is about its content, unless it names the address.
  const bounce = command === 'RCPT TO' || judged === 'hard' ? judged : null
  return new SendFailure(responseCode >= 500 ? 'final' : 'temporary', error.message, {
    cause: error,
    bounce,
    restsDomain,
  })
}
