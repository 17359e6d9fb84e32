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
  /** Whether the weekly brief goes there, too, once the address is confirmed; others only follow searches. */
  wantsBrief: boolean
}

/** Whether an email that asks to confirm the weekly brief is still of use. */
export const awaitsConfirmation = ({ state, wantsBrief }: Pick<Subscriber, 'state' | 'wantsBrief'>): boolean =>
  state === 'pending' || (state === 'active' && !wantsBrief)

/** What admins see of a subscriber: no more than they need. */
export type ListedSubscriber = Pick<Subscriber, 'id' | 'email' | 'name' | 'state' | 'wantsBrief'> & { since: string }
