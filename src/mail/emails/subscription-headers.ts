import { unsubscribeToken } from '#core/mail/unsubscribe-token.ts'

/** What every email of a subscription says of itself, and the link that ends the subscription. */
export type SubscriptionHeaders = (subscriberId: string) => { unsubscribe: string; headers: Record<string, string> }

/**
 * Headers by which mail programs know the list (RFC 2919) and end a subscription with one click: a POST to that address,
 * without cookie, login or page (RFC 8058). A GET shows a page and changes nothing.
 */
export const subscriptionHeaders =
  ({ publicUrl, secret }: { publicUrl: () => string; secret: Buffer }): SubscriptionHeaders =>
  (subscriberId) => {
    const unsubscribe = `${publicUrl()}/unsubscribe?token=${unsubscribeToken(secret, subscriberId)}`
    return {
      unsubscribe,
      headers: {
        'List-Id': `<brief.${new URL(publicUrl()).hostname}>`,
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }
  }
