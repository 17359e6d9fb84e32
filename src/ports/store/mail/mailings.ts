import type {
  DeliveryCounts,
  LeasedBrief,
  LeasedDigest,
  Mailing,
  MailingProgress,
  MailingState,
} from '#core/mail/mailing.ts'

export type MailingReader = {
  find(briefId: string): Promise<Mailing | null>
  /** How far each of these got; briefs without a mailing are left out. */
  progress(briefIds: readonly string[], now: Date): Promise<MailingProgress[]>
  /** How many would get a brief that started now: those who only follow searches do not. */
  countRecipients(): Promise<number>
  /** Whether a mailing is to start, to get recipients or to end, or a delivery could be sent at once. */
  hasWork(now: string): Promise<boolean>
}

/** A recipient of a mailing before its delivery is stored. */
export type Recipient = { subscriberId: string; domain: string; messageId: string }

export type DeliveryKey = Pick<LeasedBrief, 'briefId' | 'subscriberId'> | Pick<LeasedDigest, 'digestId'>

/** A delivery that could be sent; `to` is null when its subscriber has left. */
export type DueDelivery = Omit<LeasedBrief, 'to'> & { to: string | null; domain: string }

export type DeliveryWriter = {
  addDeliveries(briefId: string, recipients: readonly Recipient[], at: string): Promise<void>
  /** The one of a mailing that is due for longest and in nobody’s hands, to none of these domains. */
  nextDue(briefId: string, now: string, withoutDomains: readonly string[]): Promise<DueDelivery | null>
  lease(key: DeliveryKey, leaseUntil: string): Promise<void>
  /** Gives a leased delivery back, untried. */
  release(key: DeliveryKey): Promise<void>
  markSent(key: DeliveryKey, at: string): Promise<void>
  markLeft(key: DeliveryKey): Promise<void>
  /** @param retryAt null gives it up */
  markRefused(key: DeliveryKey, reason: string, retryAt: string | null): Promise<void>
  /** Emails that were sent to a subscriber, of mailings that ended within a month. */
  sentTo(subscriberId: string): Promise<(DeliveryKey & { messageId: string })[]>
  markBounced(key: DeliveryKey): Promise<void>
  hasWaiting(briefId: string): Promise<boolean>
  /** Forgets the deliveries to a subscriber. */
  eraseDeliveries(subscriberId: string): Promise<void>
}

export type MailRateWriter = {
  /** Up to when the rate of a bucket is used up (milliseconds since 1970); null for none. */
  usedUntil(bucket: string): Promise<number | null>
  setUsedUntil(bucket: string, usedUntil: number): Promise<void>
  /** Buckets that are used up beyond an instant. */
  bucketsUsedBeyond(instant: number): Promise<string[]>
  /** Forgets rates that were used up only before an instant. */
  pruneRates(before: number): Promise<void>
}

export type MailingWriter = DeliveryWriter &
  MailRateWriter & {
    add(briefId: string, startAt: string): Promise<void>
    /** Forgets a mailing that never started. */
    remove(briefId: string): Promise<void>
    setState(briefId: string, state: MailingState): Promise<void>
    /** From now on it is sending; its recipients are those confirmed by then. */
    start(briefId: string, at: string): Promise<void>
    /** Mailings whose time to start has come. */
    toStart(now: string): Promise<string[]>
    /** Mailings that are being sent. */
    sending(): Promise<Mailing[]>
    /** Subscribers confirmed by an instant, in the order of their ids. */
    confirmedBy(instant: string, after: string, limit: number): Promise<{ id: string; email: string }[]>
    /** Up to which subscriber recipients have their deliveries; null: all have. */
    setRecipientsAfter(briefId: string, after: string | null): Promise<void>
    finish(briefId: string, state: 'sent' | 'cancelled', at: string): Promise<void>
    counts(briefId: string): Promise<DeliveryCounts>
    /** Forgets who got the mailings that ended before; their counts stay. */
    prune(finishedBefore: string): Promise<void>
  }
