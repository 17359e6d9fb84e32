import { CONFIRM_WITHIN_HOURS } from '#core/mail/subscription.ts'
import type { EmailComposer } from '#ports/email-composer.ts'

type Site = { houseName: string; publicUrl: () => string; unsubscribeToken: (subscriberId: string) => string }

/** RFC 8058: one click in the mail program ends the subscription, by POST. */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Known before the rest of the email is written, so that lists of waiting emails can show it. */
export const confirmationSubject = (houseName: string): string =>
  `Confirm your subscription to the weekly brief of ${houseName}`

/** Asks a new subscriber to confirm: nothing more is sent before that. */
export const confirmationEmail =
  ({ houseName, publicUrl, unsubscribeToken }: Site): EmailComposer['confirmation'] =>
  ({ subscriberId, token }) => {
    const unsubscribe = `${publicUrl()}/unsubscribe?token=${unsubscribeToken(subscriberId)}`
    return {
      subject: confirmationSubject(houseName),
      replyTo: null,
      headers: unsubscribeHeaders(unsubscribe),
      text: [
        // Without the name that was typed: a stranger must not be able to write to anybody through us.
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
