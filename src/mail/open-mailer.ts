import type { Mailbox } from '#core/mail/mailbox.ts'
import type { Mailer } from '#ports/mailer.ts'

type MailSettings = { smtpUrl: string | null; mailFrom: Mailbox | null }

/** The mailer of a configuration; null when it names no SMTP server. Its library is loaded only where there is one. */
export const openMailer = async ({ smtpUrl, mailFrom }: MailSettings): Promise<Mailer | null> => {
  if (smtpUrl === null || mailFrom === null) return null
  const { smtpMailer } = await import('./smtp.ts')
  return smtpMailer({ url: smtpUrl, from: mailFrom })
}
