import type { DkimKey } from '#core/mail/dkim-key.ts'
import type { Mailbox } from '#core/mail/mailbox.ts'
import type { Mailer } from '#ports/mailer.ts'

type MailSettings = {
  smtpUrl: string | null
  mailFrom: Mailbox | null
  dkim: readonly DkimKey[]
  smtpConnections: number
}

/** Nodemailer is large, and many libraries have no mail server. */
const open = async (
  { smtpUrl: url, mailFrom: from, dkim }: MailSettings & { smtpUrl: string; mailFrom: Mailbox },
  connections?: number,
): Promise<Mailer> => {
  const { smtpMailer } = await import('./smtp.ts')
  return smtpMailer({ url, from, dkim, connections })
}

/** The mailer of a configuration; null when it names no SMTP server. */
export const openMailer = async (settings: MailSettings): Promise<Mailer | null> => {
  const { smtpUrl, mailFrom } = settings
  return smtpUrl === null || mailFrom === null ? null : open({ ...settings, smtpUrl, mailFrom })
}

/**
 * How to open a mailer for many emails, over connections that stay open until it is closed; null when the configuration
 * names no SMTP server.
 */
export const bulkMailerOpener = (settings: MailSettings): (() => Promise<Mailer>) | null => {
  const { smtpUrl, mailFrom, smtpConnections } = settings
  return smtpUrl === null || mailFrom === null ? null : () => open({ ...settings, smtpUrl, mailFrom }, smtpConnections)
}

/** Connects to the mail server of a configuration and signs in, without sending anything. Throws a `SendFailure`. */
export const verifyMailServer = async (smtpUrl: string): Promise<void> => {
  const { verifySmtpServer } = await import('./smtp.ts')
  await verifySmtpServer(smtpUrl)
}
