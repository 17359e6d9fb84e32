import { confirmationDayPolicy, confirmationDomainPolicy } from '#core/mail/subscription.ts'
import type { EmailComposer } from '#ports/email-composer.ts'

type Site = { houseName: string; publicUrl: () => string }

/** Tells admins that somebody may be using the subscription form to flood others. */
export const confirmationPaceEmail =
  ({ houseName, publicUrl }: Site): EmailComposer['confirmationPace'] =>
  ({ domain }) => {
    const reached =
      domain === null
        ? `${confirmationDayPolicy.limit} confirmation emails left within a day.`
        : `${confirmationDomainPolicy.limit} confirmation emails to addresses of ${domain} left within an hour.`
    return {
      subject: `[${houseName}] Many requests for the weekly brief${domain === null ? '' : ` at ${domain}`}`,
      replyTo: null,
      headers: {},
      text: [
        'Hello,',
        '',
        `${reached} Further ones leave later, an hour at a time; none is dropped.`,
        'If nobody announced the brief there, somebody may be entering the addresses of others.',
        '',
        `${publicUrl()}/console/outbox?state=waiting`,
        `${publicUrl()}/console/subscribers`,
        '',
        '-- ',
        `You get this email as an admin of ${houseName}, at most once a day for each domain.`,
        '',
      ].join('\n'),
    }
  }
