import type { SubscriberState, ListedSubscriber, Subscriber } from '#core/mail/subscriber.ts'
import type { EmailState, OutboxCounts, ListedEmail, QueuedEmail } from '#core/mail/outbox.ts'
import type { StoredMessage, MessageState, Message } from '#core/mail/message.ts'
import type { Email } from '#core/mail/email.ts'

export type MessageReader = {
  /** Newest first; null lists all but spam. `before` is the last page's `next`. */
  list(
    state: MessageState | null,
    before: string | null,
    limit: number,
  ): Promise<{ messages: StoredMessage[]; next: string | null }>
  find(id: string): Promise<StoredMessage | null>
  counts(): Promise<Record<MessageState, number>>
  /** All that one address sent, oldest first. */
  from(email: string): Promise<Message[]>
}

export type MessageWriter = {
  add(message: Message): Promise<void>
  setState(id: string, state: MessageState): Promise<void>
  /** Removes every message from an address; how many there were. */
  erase(email: string): Promise<number>
}

export type SubscriberReader = {
  findByEmail(email: string): Promise<Subscriber | null>
  findByConfirmHash(hash: string): Promise<Subscriber | null>
  find(id: string): Promise<Subscriber | null>
  /** By address; null lists all. `after` is the last page's `next`. */
  list(
    state: SubscriberState | null,
    after: string | null,
    limit: number,
  ): Promise<{ subscribers: ListedSubscriber[]; next: string | null }>
  counts(): Promise<Record<SubscriberState, number>>
}

export type SubscriberWriter = {
  put(subscriber: Subscriber, at: string): Promise<void>
  /** Gives a subscriber another address; nothing else changes. */
  moveTo(id: string, email: string): Promise<void>
  /** Removes an address; whether it was there. */
  erase(email: string): Promise<boolean>
  /** Forgets those who never confirmed. */
  prunePending(expiredBefore: string): Promise<number>
}

export type OutboxReader = {
  counts(): Promise<OutboxCounts>
  /** Newest first; null lists all. `before` is the last page's `next`. */
  list(
    state: EmailState | null,
    before: number | null,
    limit: number,
  ): Promise<{ emails: ListedEmail[]; next: number | null }>
}

export type OutboxWriter = {
  add(email: Email, at: string): Promise<void>
  /** Takes emails that are due and not in other hands until `leaseUntil`. */
  lease(now: string, leaseUntil: string, limit: number, withTeam: boolean): Promise<QueuedEmail[]>
  /** Removes an email that nobody waits for any more. */
  remove(seq: number): Promise<void>
  /** Gives back a leased email that was not tried. */
  release(seq: number): Promise<void>
  /** Gives back a leased email that is to be sent later. */
  postpone(seq: number, dueAt: string): Promise<void>
  markSent(seq: number, at: string): Promise<void>
  /** @param retryAt null gives the email up */
  markFailed(seq: number, reason: string, retryAt: string | null): Promise<void>
  /** Makes one email that was not sent due now; false when there is none that nobody is sending. */
  retry(seq: number, now: string): Promise<boolean>
  /** Removes every email to an address, or that hands it on; how many there were. */
  erase(email: string): Promise<number>
  /** Forgets emails that were sent before an instant, and with them who got them. */
  pruneSent(before: string): Promise<void>
  /** Makes every waiting email due now; those given up as well. */
  requeue(now: string): Promise<number>
}
