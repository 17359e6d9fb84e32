import { classifyFailure } from '#core/mail/bounces.ts'
import { SendFailure } from '#core/mail/outbox.ts'
import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '#core/outbound.ts'
import type { DkimKey } from '#core/mail/dkim-key.ts'
import type { Mailbox } from '#core/mail/mailbox.ts'
import type { Mailer } from '#ports/mailer.ts'
import { signEd25519 } from './sign-ed25519.ts'

/** The details that the SMTP library may give of an error. */
type SmtpError = Error & {
  code?: string
  /** The current command; `CONN` also stands for the connection itself. */
  command?: string
  responseCode?: number
  response?: string
  originalCode?: string
}

/** RFC 5321 section 4.2.1: the server closes the connection, after any command. */
const CLOSING = 421

/** System errors of an established connection that broke. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE'])

/**
 * Whether an established connection ended during an email: not before or during its greeting or login. The library gives no
 * command for an email that only met closing connections.
 */
const hasDropped = ({ name, code, command = 'CONN', originalCode = '' }: SmtpError): boolean =>
  name === 'AbortError' ||
  (command === 'CONN' &&
    (code === 'ECONNECTION' || code === 'ETIMEDOUT' || (code === 'ESOCKET' && BROKEN.has(originalCode))))

/**
 * Turns an error into a failure of the email or of the server. Only replies to the recipient and to the content are about the
 * email; a refused sender or login affects every email, and no email must be given up for it. A server with pipelining
 * (RFC 2920) may close the connection because of a recipient without a reply that names it.
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
  // A reply to the content is not about the address, unless it says so.
  const bounce = command === 'RCPT TO' || judged === 'hard' ? judged : null
  return new SendFailure(responseCode >= 500 ? 'final' : 'temporary', error.message, {
    cause: error,
    bounce,
    restsDomain,
  })
}

const CONNECT_WITHIN_MS = 10_000
const ANSWER_WITHIN_MS = 30_000
/** For the whole of one email, however slow the server is: a batch must end before its lease does. */
const EMAIL_WITHIN_MS = 45_000

/** Breaks up text that looks like an encoded word, which would be shown decoded (RFC 2047), including line breaks. */
const escapeEncodedWords = (text: string): string => text.replaceAll('=?', '= ?')

/**
 * Whether a connection must use STARTTLS; otherwise a man in the middle could strip the offer. The address may override this
 * with the parameters of the library, and mail to this machine does not cross a network.
 */
export const requiresStartTls = (url: string): boolean => {
  const { protocol, hostname, searchParams } = new URL(url)
  const isOverridden = searchParams.has('requireTLS') || searchParams.has('ignoreTLS')
  return protocol === 'smtp:' && !isOverridden && !isLoopbackHost(hostname)
}

/** A signature must cover the unsubscribe headers (RFC 8058 section 4), and all others that mail programs act on. */
const SIGNED_FIELDS =
  'From:To:Reply-To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID:Precedence:Auto-Submitted'

/** The signing options of the library; undefined without an RSA key. */
const rsaSigning = (keys: readonly DkimKey[]) => {
  const rsa = keys
    .filter(({ algorithm }) => algorithm === 'rsa')
    .map(({ domain, selector, privateKey }) => ({ domainName: domain, keySelector: selector, privateKey }))
  return rsa.length === 0 ? undefined : { keys: rsa, headerFieldNames: SIGNED_FIELDS }
}

type SmtpSettings = {
  url: string
  from: Mailbox
  /** Each key adds a signature. */
  dkim?: readonly DkimKey[]
  /** The number of pooled connections; by default each email has its own connection. */
  connections?: number
}

const connectionOptions = (url: string) => ({
  requireTLS: requiresStartTls(url),
  connectionTimeout: CONNECT_WITHIN_MS,
  greetingTimeout: CONNECT_WITHIN_MS,
  socketTimeout: ANSWER_WITHIN_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Connects to a mail server and signs in, without sending anything. Throws a `SendFailure`. */
export const verifySmtpServer = async (url: string): Promise<void> => {
  const transport = createTransport({ url, ...connectionOptions(url) })
  try {
    await transport.verify()
  } catch (error) {
    throw asSendFailure(error)
  } finally {
    transport.close()
  }
}

/** Sends over SMTP. Recipient and sender are passed as objects, never as header text, to prevent header injection. */
export const smtpMailer = ({ url, from, dkim = [], connections }: SmtpSettings): Mailer => {
  const rsa = rsaSigning(dkim)
  const transport = createTransport({
    url,
    ...(connections === undefined ? {} : { pool: true, maxConnections: connections }),
    ...(rsa === undefined ? {} : { dkim: rsa }),
    ...connectionOptions(url),
  })
  for (const key of dkim)
    if (key.algorithm === 'ed25519')
      transport.use('stream', (mail, done) => {
        mail.message.processFunc(signEd25519(key, SIGNED_FIELDS))
        done()
      })
  /** Aborts the emails being sent. */
  const inFlight = new Set<AbortController>()
  let isClosed = false
  return {
    send: async ({ to, replyTo, subject, text, html, headers, messageId, returnPath = from.address }) => {
      if (isClosed) throw new SendFailure('unreachable', 'The mailer is closed.', { cause: null })
      const ending = new AbortController()
      const timer = setTimeout(() => ending.abort(new Error('it took too long')), EMAIL_WITHIN_MS)
      inFlight.add(ending)
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from: returnPath, to: [to] },
          ...(replyTo === null
            ? {}
            : { replyTo: { name: escapeEncodedWords(replyTo.name), address: replyTo.address } }),
          subject: escapeEncodedWords(subject),
          text,
          ...(html === undefined ? {} : { html }),
          headers,
          messageId,
          signal: ending.signal,
        })
      } catch (error) {
        throw asSendFailure(error)
      } finally {
        clearTimeout(timer)
        inFlight.delete(ending)
      }
    },
    close: () => {
      isClosed = true
      for (const ending of inFlight) ending.abort()
      transport.close()
    },
  }
}
