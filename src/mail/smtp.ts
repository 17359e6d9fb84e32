import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '#core/access/is-loopback-host.ts'
import type { DkimKey } from '#core/mail/dkim-key.ts'
import type { Mailbox } from '#core/mail/mailbox.ts'
import { SendFailure } from '#core/mail/send-failure.ts'
import type { Mailer } from '#ports/mailer.ts'
import { asSendFailure } from './smtp-failure.ts'
import { signEd25519 } from './sign-ed25519.ts'

const CONNECT_WITHIN_MS = 10_000
const ANSWER_WITHIN_MS = 30_000
/** For one email in all, however slowly the server answers: a batch must end before its lease does. */
const EMAIL_WITHIN_MS = 45_000

/** What looks like an encoded word would be shown decoded (RFC 2047), line ends and all, not as it was typed. */
const asTyped = (text: string): string => text.replaceAll('=?', '= ?')

/**
 * Whether a connection must be encrypted by STARTTLS before an email goes over it; otherwise anybody on the way could strike
 * the offer out. The address may say otherwise, in the words of its library, and mail to this machine has no way to go.
 */
export const requiresStartTls = (url: string): boolean => {
  const { protocol, hostname, searchParams } = new URL(url)
  const saysOtherwise = searchParams.has('requireTLS') || searchParams.has('ignoreTLS')
  return protocol === 'smtp:' && !saysOtherwise && !isLoopbackHost(hostname)
}

/** A signature must cover what ends a subscription (RFC 8058 section 4), and whatever a mail program acts on. */
const SIGNED_FIELDS =
  'From:To:Reply-To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID:Precedence:Auto-Submitted'

/** How the library signs; undefined without an RSA key. */
const rsaSigning = (keys: readonly DkimKey[]) => {
  const rsa = keys
    .filter(({ algorithm }) => algorithm === 'rsa')
    .map(({ domain, selector, privateKey }) => ({ domainName: domain, keySelector: selector, privateKey }))
  return rsa.length === 0 ? undefined : { keys: rsa, headerFieldNames: SIGNED_FIELDS }
}

type SmtpSettings = {
  url: string
  from: Mailbox
  /** Each adds a signature of its own. */
  dkim?: readonly DkimKey[]
  /** How many connections stay open for further emails; by default each email has a connection of its own. */
  connections?: number
}

/** Sends over SMTP. Recipient and sender are fixed objects, never header text, so that nothing typed becomes a header. */
export const smtpMailer = ({ url, from, dkim = [], connections }: SmtpSettings): Mailer => {
  const rsa = rsaSigning(dkim)
  const transport = createTransport({
    url,
    ...(connections === undefined ? {} : { pool: true, maxConnections: connections }),
    ...(rsa === undefined ? {} : { dkim: rsa }),
    requireTLS: requiresStartTls(url),
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  for (const key of dkim)
    if (key.algorithm === 'ed25519')
      transport.use('stream', (mail, done) => {
        mail.message.processFunc(signEd25519(key, SIGNED_FIELDS))
        done()
      })
  /** Those of the emails that are on their way: what has left is held no longer. */
  const onTheirWay = new Set<AbortController>()
  let isClosed = false
  return {
    send: async ({ to, replyTo, subject, text, html, headers, messageId, returnPath = from.address }) => {
      if (isClosed) throw new SendFailure('unreachable', 'The sending of emails has ended.', { cause: null })
      const ending = new AbortController()
      const patience = setTimeout(() => ending.abort(new Error('it took too long')), EMAIL_WITHIN_MS)
      onTheirWay.add(ending)
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from: returnPath, to: [to] },
          ...(replyTo === null ? {} : { replyTo: { name: asTyped(replyTo.name), address: replyTo.address } }),
          subject: asTyped(subject),
          text,
          ...(html === undefined ? {} : { html }),
          headers,
          messageId,
          signal: ending.signal,
        })
      } catch (error) {
        throw asSendFailure(error)
      } finally {
        clearTimeout(patience)
        onTheirWay.delete(ending)
      }
    },
    close: () => {
      isClosed = true
      for (const ending of onTheirWay) ending.abort()
      transport.close()
    },
  }
}
