import { unsubscribeAddress } from '#core/mail/bounces/keyed-address.ts'
import { preferencesToken, unsubscribeToken } from '#core/mail/unsubscribe-token.ts'

/** Names the mailing to providers that report complaints by it: mailing, list, kind and sender. */
export const feedbackId = (mailing: string, kind: string, publicUrl: string): string =>
  `${mailing}:${new URL(publicUrl).hostname.replaceAll(/[^\w.-]/gu, '-')}:${kind}:longview`

type Site = { publicUrl: () => string; secret: Buffer; bounceAddress: string | null }

/** What every email of a subscription says of itself, and the links that change the subscription or end it. */
export type SubscriptionHeaders = (
  subscriberId: string,
  list?: 'brief' | 'digest',
) => { unsubscribe: string; preferences: string; headers: Record<string, string> }

/**
 * Headers by which mail programs know the list (RFC 2919) and end a subscription with one click: a POST to that address,
 * without cookie, login or page (RFC 8058), or where somebody reads the mail, an email to that other address. A GET shows a page and
 * changes nothing.
 */
export const subscriptionHeaders =
  ({ publicUrl, secret, bounceAddress }: Site): SubscriptionHeaders =>
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
