import type { DkimKey } from '#core/mail/dkim-key.ts'
import type { Mailbox } from '#core/mail/mailbox.ts'
import type { Mailer } from '#ports/mailer.ts'

type MailSettings = {
  smtpUrl: string | null
  mailFrom: Mailbox | null
  dkim: readonly DkimKey[]
  smtpConnections: number
}

/** The mailer of a configuration; null when it names no SMTP server. Its library is loaded only where there is one. */
export const openMailer = async ({ smtpUrl, mailFrom, dkim }: MailSettings): Promise<Mailer | null> => {
  if (smtpUrl === null || mailFrom === null) return null
  const { smtpMailer } = await import('./smtp.ts')
  return smtpMailer({ url: smtpUrl, from: mailFrom, dkim })
}

/**
 * How to open a mailer for many emails, over connections that stay open until it is closed; null when the configuration
 * names no SMTP server.
 */
export const bulkMailerOpener = ({
  smtpUrl,
  mailFrom,
  dkim,
  smtpConnections,
}: MailSettings): (() => Promise<Mailer>) | null =>
  smtpUrl === null || mailFrom === null
    ? null
    : async () => {
        const { smtpMailer } = await import('./smtp.ts')
        return smtpMailer({ url: smtpUrl, from: mailFrom, dkim, connections: smtpConnections })
      }
