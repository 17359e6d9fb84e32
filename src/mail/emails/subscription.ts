import { unsubscribeAddress, preferencesToken, unsubscribeToken } from '#core/mail/keyed-address.ts'
import { CONFIRM_WITHIN_HOURS, requestHours, type RequestPurpose } from '#core/mail/subscriber.ts'
import type { EmailComposer } from '#ports/email-composer.ts'

/** Identifies a mailing in complaint reports of providers: mailing, list, kind and sender. */
export const feedbackId = (mailing: string, kind: string, publicUrl: string): string =>
  `${mailing}:${new URL(publicUrl).hostname.replaceAll(/[^\w.-]/gu, '-')}:${kind}:longview`

type HeaderSettings = { publicUrl: () => string; secret: Buffer; bounceAddress: string | null }

/** The headers of every email to a subscriber, and the links to change or end the subscription. */
export type SubscriptionHeaders = (
  subscriberId: string,
  list?: 'brief' | 'digest',
) => { unsubscribe: string; preferences: string; headers: Record<string, string> }

/**
 * Headers that identify the list (RFC 2919) and let mail programs unsubscribe with one click: a POST to the address, without
 * cookie, login or page (RFC 8058), or an email if there is a bounce address. A GET shows a page and changes nothing.
 */
export const subscriptionHeaders =
  ({ publicUrl, secret, bounceAddress }: HeaderSettings): SubscriptionHeaders =>
  (subscriberId, list = 'brief') => {
    const unsubscribe = `${publicUrl()}/unsubscribe?token=${unsubscribeToken(secret, subscriberId)}`
    const byEmail = (address: string): string =>
      `mailto:${unsubscribeAddress({ secret, bounceAddress: address }, subscriberId)}?subject=unsubscribe`
    return {
      unsubscribe,
      preferences: `${publicUrl()}/subscription?token=${preferencesToken(secret, subscriberId)}`,
      headers: {
        'List-Id': `<${list}.${new URL(publicUrl()).hostname}>`,
        'List-Unsubscribe':
          bounceAddress === null ? `<${unsubscribe}>` : `<${unsubscribe}>, <${byEmail(bounceAddress)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }
  }

/** `briefName`: what the library calls a brief. */
type Site = { houseName: string; briefName: string; publicUrl: () => string; listHeaders: SubscriptionHeaders }

/** The subject alone, for lists of waiting emails. */
export const confirmationSubject = ({ houseName, briefName }: Pick<Site, 'houseName' | 'briefName'>): string =>
  `Confirm your subscription to the weekly ${briefName} of ${houseName}`

/** Asks a new subscriber to confirm: nothing more is sent before that. */
export const confirmationEmail =
  ({ houseName, briefName, publicUrl, listHeaders }: Site): EmailComposer['confirmation'] =>
  ({ subscriberId, token }) => {
    const { unsubscribe, headers } = listHeaders(subscriberId)
    return {
      subject: confirmationSubject({ houseName, briefName }),
      replyTo: null,
      headers: {
        ...headers,
        'Feedback-ID': feedbackId('confirmation', 'confirmation', publicUrl()),
        'Auto-Submitted': 'auto-generated',
      },
      text: [
        // Without the submitted name: otherwise anybody could send text of their own to others through us.
        'Hello,',
        '',
        `somebody, probably you, asked for the weekly ${briefName} of ${houseName} at this address.`,
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

type RequestText = { subject: string; asked: string; toDo: string; path: string }

/** The text for each purpose, without any submitted text: otherwise anybody could send text of their own to others through us. */
const requestText = (purpose: RequestPurpose, houseName: string): RequestText => {
  if (purpose === 'follow')
    return {
      subject: `Confirm what you follow in ${houseName}`,
      asked: `asked to follow a search of ${houseName} by email at this address.`,
      toDo: 'To see which search, and to confirm it, open this page',
      path: '/follow/confirm',
    }
  if (purpose === 'manage')
    return {
      subject: `Your data at ${houseName}`,
      asked: `asked to see and change what ${houseName} stores about this address.`,
      toDo: 'To do so, open this page',
      path: '/subscription/data',
    }
  return {
    subject: `Confirm your new address for ${houseName}`,
    asked: `asked to get the emails of ${houseName} at this address from now on.`,
    toDo: 'To confirm it, open this page',
    path: '/subscription/move',
  }
}

export const requestSubject = (purpose: RequestPurpose, houseName: string): string =>
  requestText(purpose, houseName).subject

const within = (hours: number): string => (hours === 1 ? 'within an hour' : `within ${hours} hours`)

/** Sends an address the link that carries out a request; nothing happens before it is used. */
export const requestEmail =
  ({ houseName, publicUrl, listHeaders }: Site): EmailComposer['request'] =>
  ({ purpose, subscriberId, token }) => {
    const { subject, asked, toDo, path } = requestText(purpose, houseName)
    const { headers, unsubscribe } = listHeaders(subscriberId, 'digest')
    // The reader of a new address may not be the subscriber, and must not be able to end the subscription.
    const isSubscriber = purpose !== 'move'
    return {
      subject,
      replyTo: null,
      headers: {
        ...(isSubscriber ? headers : {}),
        'Feedback-ID': feedbackId(purpose, 'confirmation', publicUrl()),
        'Auto-Submitted': 'auto-generated',
      },
      text: [
        'Hello,',
        '',
        `somebody, probably you, ${asked}`,
        `${toDo} ${within(requestHours[purpose])}:`,
        '',
        `${publicUrl()}${path}?token=${token}`,
        '',
        'If it was not you, do nothing: nothing will change.',
        '',
        ...(isSubscriber ? ['-- ', `Unsubscribe: ${unsubscribe}`, ''] : []),
      ].join('\n'),
    }
  }
