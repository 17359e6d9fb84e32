import { requestHours, type RequestPurpose } from '#core/mail/requests/subscriber-request.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import { feedbackId, type SubscriptionHeaders } from './subscription-headers.ts'

type Site = { houseName: string; publicUrl: () => string; listHeaders: SubscriptionHeaders }

type RequestText = { subject: string; asked: string; toDo: string; path: string }

/** What is said for each purpose. Nothing that was typed is repeated: strangers could send text of their own to anybody through us. */
const saidFor = (purpose: RequestPurpose, houseName: string): RequestText => {
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
  saidFor(purpose, houseName).subject

const within = (hours: number): string => (hours === 1 ? 'within an hour' : `within ${hours} hours`)

/** Gives an address the link by which what was asked for it happens; nothing happens before. */
export const requestEmail =
  ({ houseName, publicUrl, listHeaders }: Site): EmailComposer['request'] =>
  ({ purpose, subscriberId, token }) => {
    const { subject, asked, toDo, path } = saidFor(purpose, houseName)
    const { headers, unsubscribe } = listHeaders(subscriberId, 'digest')
    // Whoever reads at a new address is perhaps not the subscriber, and must not be able to end the subscription.
    const isSubscribers = purpose !== 'move'
    return {
      subject,
      replyTo: null,
      headers: {
        ...(isSubscribers ? headers : {}),
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
        ...(isSubscribers ? ['-- ', `Unsubscribe: ${unsubscribe}`, ''] : []),
      ].join('\n'),
    }
  }
