import { createTransport } from 'nodemailer'
import type { Mailer } from '#ports/mailer.ts'

const CONNECT_WITHIN_MS = 10_000
const SEND_WITHIN_MS = 30_000

/** Sends over SMTP. Recipient and sender are fixed objects, never header text, so that nothing typed becomes a header. */
export const smtpMailer = ({ url, from }: { url: string; from: string }): Mailer => {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: SEND_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, replyTo, subject, text, headers, messageId }) => {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        envelope: { from, to: [to] },
        ...(replyTo === null ? {} : { replyTo }),
        subject,
        text,
        headers,
        messageId,
      })
    },
    close: () => {
      transport.close()
    },
  }
}
