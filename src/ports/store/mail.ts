import type { SubscriberState, ListedSubscriber, Subscriber } from '#core/mail/subscriber.ts'
import type { EmailState, OutboxCounts, ListedEmail, QueuedEmail } from '#core/mail/outbox.ts'
import type { StoredMessage, MessageState, Message } from '#core/mail/message.ts'
import type { Email } from '#core/mail/email.ts'
import type {
  DeliveryCounts,
  LeasedBrief,
  LeasedDigest,
  Mailing,
  MailingProgress,
  MailingState,
} from '#core/mail/mailing.ts'
import type { BounceKind, Suppression, SuppressionReason } from '#core/mail/suppression.ts'

export type MessageReader = {
  /** Newest first; null lists all but spam. `before` is the previous page's `next`. */
  list(
    state: MessageState | null,
    before: string | null,
    limit: number,
  ): Promise<{ messages: StoredMessage[]; next: string | null }>
  find(id: string): Promise<StoredMessage | null>
  counts(): Promise<Record<MessageState, number>>
  /** Everything one address sent, oldest first. */
  from(email: string): Promise<Message[]>
}

export type MessageWriter = {
  add(message: Message): Promise<void>
  setState(id: string, state: MessageState): Promise<void>
  /** Deletes every message from an address; returns how many. */
  erase(email: string): Promise<number>
}

export type SubscriberReader = {
  findByEmail(email: string): Promise<Subscriber | null>
  findByConfirmHash(hash: string): Promise<Subscriber | null>
  find(id: string): Promise<Subscriber | null>
  /** By address; null lists all. `after` is the previous page's `next`. */
  list(
    state: SubscriberState | null,
    after: string | null,
    limit: number,
  ): Promise<{ subscribers: ListedSubscriber[]; next: string | null }>
  counts(): Promise<Record<SubscriberState, number>>
}

export type SubscriberWriter = {
  put(subscriber: Subscriber, at: string): Promise<void>
  /** Changes a subscriber's address and nothing else. */
  moveTo(id: string, email: string): Promise<void>
  /** Deletes an address; false if it was not there. */
  erase(email: string): Promise<boolean>
  /** Deletes those who never confirmed. */
  prunePending(expiredBefore: string): Promise<number>
}

export type OutboxReader = {
  counts(): Promise<OutboxCounts>
  /** Unsent emails, each kind counted up to `most`, and when the oldest waiting one was written. */
  backlog(most: number): Promise<{ waiting: number; oldestAt: string | null; failed: number }>
  /** Newest first; null lists all. `before` is the previous page's `next`. */
  list(
    state: EmailState | null,
    before: number | null,
    limit: number,
  ): Promise<{ emails: ListedEmail[]; next: number | null }>
}

export type OutboxWriter = {
  add(email: Email, at: string): Promise<void>
  /** Leases due emails that nobody else holds, until `leaseUntil`. */
  lease(now: string, leaseUntil: string, limit: number, withTeam: boolean): Promise<QueuedEmail[]>
  /** Deletes an email that is no longer needed. */
  remove(seq: number): Promise<void>
  /** Returns a leased email that was not attempted. */
  release(seq: number): Promise<void>
  /** Returns a leased email, to be sent later. */
  postpone(seq: number, dueAt: string): Promise<void>
  markSent(seq: number, at: string): Promise<void>
  /** @param retryAt null gives the email up */
  markFailed(seq: number, reason: string, retryAt: string | null): Promise<void>
  /** Makes an unsent email due now; false if it does not exist or is being sent. */
  retry(seq: number, now: string): Promise<boolean>
  /** Deletes every email to an address or that forwards a message from it; returns how many. */
  erase(email: string): Promise<number>
  /** Deletes emails sent before an instant, with their recipients. */
  pruneSent(before: string): Promise<void>
  /** Makes every unsent email due now, including those given up; returns how many. */
  requeue(now: string): Promise<number>
}

export type MailingReader = {
  find(briefId: string): Promise<Mailing | null>
  /** Progress of each; briefs without a mailing are left out. */
  progress(briefIds: readonly string[], now: Date): Promise<MailingProgress[]>
  /** How many would receive a brief sent now; those who only follow searches do not. */
  countRecipients(): Promise<number>
  /** Whether a mailing is due to start, needs recipients or can end, or a delivery could be sent now. */
  hasWork(now: string): Promise<boolean>
}

/** A recipient of a mailing before its delivery is stored. */
export type Recipient = { subscriberId: string; domain: string; messageId: string }

export type DeliveryKey = Pick<LeasedBrief, 'briefId' | 'subscriberId'> | Pick<LeasedDigest, 'digestId'>

/** A delivery that could be sent; `to` is null if its subscriber has left. */
export type DueDelivery = Omit<LeasedBrief, 'to'> & { to: string | null; domain: string }

export type DeliveryWriter = {
  addDeliveries(briefId: string, recipients: readonly Recipient[], at: string): Promise<void>
  /** The unleased delivery of a mailing that has been due longest, excluding these domains. */
  nextDue(briefId: string, now: string, withoutDomains: readonly string[]): Promise<DueDelivery | null>
  lease(key: DeliveryKey, leaseUntil: string): Promise<void>
  /** Returns a leased delivery that was not attempted. */
  release(key: DeliveryKey): Promise<void>
  markSent(key: DeliveryKey, at: string): Promise<void>
  markLeft(key: DeliveryKey): Promise<void>
  /** @param retryAt null gives it up */
  markRefused(key: DeliveryKey, reason: string, retryAt: string | null): Promise<void>
  /** Emails sent to a subscriber in mailings that ended within a month. */
  sentTo(subscriberId: string): Promise<(DeliveryKey & { messageId: string })[]>
  markBounced(key: DeliveryKey): Promise<void>
  hasWaiting(briefId: string): Promise<boolean>
  /** Deletes the deliveries to a subscriber. */
  eraseDeliveries(subscriberId: string): Promise<void>
}

export type MailRateWriter = {
  /** Until when a bucket's rate is used up, in milliseconds since 1970; null if it never was. */
  usedUntil(bucket: string): Promise<number | null>
  setUsedUntil(bucket: string, usedUntil: number): Promise<void>
  /** Buckets that are used up past an instant. */
  bucketsUsedBeyond(instant: number): Promise<string[]>
  /** Deletes rates that were used up only until before an instant. */
  pruneRates(before: number): Promise<void>
}

export type MailingWriter = DeliveryWriter &
  MailRateWriter & {
    add(briefId: string, startAt: string): Promise<void>
    /** Deletes a mailing that never started. */
    remove(briefId: string): Promise<void>
    setState(briefId: string, state: MailingState): Promise<void>
    /** Starts sending; recipients are those confirmed at this time. */
    start(briefId: string, at: string): Promise<void>
    /** Mailings that are due to start. */
    toStart(now: string): Promise<string[]>
    sending(): Promise<Mailing[]>
    /** Subscribers confirmed by an instant, by id. */
    confirmedBy(instant: string, after: string, limit: number): Promise<{ id: string; email: string }[]>
    /** The subscriber up to whom deliveries exist; null once all do. */
    setRecipientsAfter(briefId: string, after: string | null): Promise<void>
    finish(briefId: string, state: 'sent' | 'cancelled', at: string): Promise<void>
    counts(briefId: string): Promise<DeliveryCounts>
    /** Deletes the deliveries of mailings that ended before an instant; their counts stay. */
    prune(finishedBefore: string): Promise<void>
  }

/** Addresses that are sent nothing, stored as keyed hashes: one can only be looked up by the address itself. */
export type SuppressionReader = {
  find(email: string): Promise<Suppression | null>
  counts(): Promise<Record<SuppressionReason, number>>
}

export type SuppressionWriter = {
  put(email: string, suppression: Suppression): Promise<void>
  /** Lifts a suppression; earlier soft bounces no longer count. */
  lift(email: string): Promise<void>
  /** Records a bounce of one email to an address; false if it is already recorded. */
  addBounce(email: string, bounce: { delivery: string; kind: BounceKind; at: string }): Promise<boolean>
  /** How many emails to an address soft-bounced since an instant. */
  softBounces(email: string, since: string): Promise<number>
  pruneBounces(before: string): Promise<void>
}
