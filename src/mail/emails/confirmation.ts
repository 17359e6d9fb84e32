import { CONFIRM_WITHIN_HOURS } from '#core/mail/subscription.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import { feedbackId, type SubscriptionHeaders } from './subscription-headers.ts'

type Site = { houseName: string; publicUrl: () => string; listHeaders: SubscriptionHeaders }

/** Known before the rest of the email is written, so that lists of waiting emails can show it. */
export const confirmationSubject = (houseName: string): string =>
  `Confirm your subscription to the weekly brief of ${houseName}`

/** Asks a new subscriber to confirm: nothing more is sent before that. */
export const confirmationEmail =
  ({ houseName, publicUrl, listHeaders }: Site): EmailComposer['confirmation'] =>
  ({ subscriberId, token }) => {
    const { unsubscribe, headers } = listHeaders(subscriberId)
    return {
      subject: confirmationSubject(houseName),
      replyTo: null,
      headers: {
        ...headers,
        'Feedback-ID': feedbackId('confirmation', 'confirmation', publicUrl()),
        'Auto-Submitted': 'auto-generated',
      },
      text: [
        // Without the typed name: otherwise strangers could send text of their own to anybody through us.
        'Hello,',
        '',
        `somebody, probably you, asked for the weekly brief of ${houseName} at this address.`,
        `To get it, open this page within ${CONFIRM_WITHIN_HOURS} hours and confirm:`,
        '',
        `${publicUrl()}/subscribe/confirm?token=${token}`,
        '',
        'If it was not you, do nothing: no further email will come.',
        '',
        '-- ',
        `Unsubscribe: ${unsubscribe}`,
        '',
      ].join('\n'),
    }
  }
