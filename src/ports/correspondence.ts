import type { Letter } from '#core/outbox.ts'

export const messageStates = ['new', 'read', 'answered', 'spam'] as const
export type MessageState = (typeof messageStates)[number]

/** A contact message as it was sent. */
export type Message = {
  id: string
  name: string
  email: string
  organisation: string | null
  subject: string | null
  message: string
  receivedAt: string
}

export type MessageWriter = { add(message: Message): Promise<void> }

export const subscriberStates = ['pending', 'active', 'unsubscribed'] as const
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

export type SubscriberReader = {
  findByEmail(email: string): Promise<Subscriber | null>
  findByConfirmHash(hash: string): Promise<Subscriber | null>
  find(id: string): Promise<Subscriber | null>
}

export type SubscriberWriter = {
  put(subscriber: Subscriber, at: string): Promise<void>
  /** Forgets those who never confirmed. */
  prunePending(expiredBefore: string): Promise<number>
}

export type QueuedLetter = Letter & { seq: number; attempts: number }

export type OutboxCounts = { waiting: number; sent: number; failed: number }

export type OutboxReader = { counts(): Promise<OutboxCounts> }

export type OutboxWriter = {
  add(letter: Letter, at: string): Promise<void>
  /** Takes letters that are due and not in other hands until `leaseUntil`. */
  lease(now: string, leaseUntil: string, limit: number, withTeam: boolean): Promise<QueuedLetter[]>
  /** Gives back a leased letter that was not tried. */
  release(seq: number): Promise<void>
  sent(seq: number, at: string): Promise<void>
  /** @param retryAt null gives the letter up */
  failed(seq: number, reason: string, retryAt: string | null): Promise<void>
  /** Makes every waiting letter due now; those given up as well. */
  hurry(now: string): Promise<number>
}
