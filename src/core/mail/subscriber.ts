export const subscriberStates = ['pending', 'active', 'unsubscribed', 'bounced', 'complained'] as const

/** `bounced`, `complained`: suppressed, because emails do not arrive or were called spam. */
export type SubscriberState = (typeof subscriberStates)[number]

export type Subscriber = {
  id: string
  email: string
  name: string | null
  state: SubscriberState
  /** SHA-256 of the confirmation token, hex. */
  confirmHash: string | null
  confirmExpiresAt: string | null
}

/** What admins see of a subscriber: no more than they need. */
export type ListedSubscriber = Pick<Subscriber, 'id' | 'email' | 'name' | 'state'> & { since: string }
