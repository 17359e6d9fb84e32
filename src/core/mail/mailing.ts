export const mailingStates = ['scheduled', 'sending', 'paused', 'cancelled', 'sent'] as const

export type MailingState = (typeof mailingStates)[number]

/** A brief on its way to the subscribers. There is at most one for each brief. */
export type Mailing = {
  briefId: string
  state: MailingState
  /** When it is to start; recipients are those who are confirmed when it does. */
  startAt: string
  startedAt: string | null
  /** Up to which subscriber the recipients have their deliveries; null when all have, and before the start. */
  recipientsAfter: string | null
  finishedAt: string | null
}

export const deliveryStates = ['waiting', 'sent', 'failed', 'bounced', 'left'] as const

/**
 * `failed`: the mail server refused it for good. `bounced`: it was sent and came back. `left`: its subscriber ended the
 * subscription, or was suppressed, before it was sent.
 */
export type DeliveryState = (typeof deliveryStates)[number]

export type DeliveryCounts = Record<DeliveryState, number>

/** How far a mailing got. */
export type MailingProgress = Mailing & {
  deliveries: DeliveryCounts
  /** How many were sent in the minute before. */
  sentLately: number
}

type Leased = {
  subscriberId: string
  messageId: string
  /** The address of the subscriber at this moment. */
  to: string
  /** Failed attempts before this one. */
  attempts: number
}

export type LeasedBrief = Leased & { briefId: string }
export type LeasedDigest = Leased & { digestId: string }

/** An email that one connection sends now: a brief, or what is new in the searches that its recipient follows. */
export type LeasedDelivery = LeasedBrief | LeasedDigest

/** How an attempt ended. `interrupted`: by us, and not by the mail server; it does not count. `empty`: there is nothing to say any more. */
export type DeliveryOutcome =
  | { result: 'sent' }
  | { result: 'empty' }
  | { result: 'interrupted' }
  | {
      result: 'refused'
      isFinal: boolean
      reason: string
      /** What the refusal says of the address, by itself; null or nothing: nothing. */
      bounce?: 'hard' | 'soft' | null
      /** Whether the mail server wants no more emails to this domain for a while. */
      restsDomain?: boolean
    }

/** How many recipients a mailing has. */
export const recipientCount = ({ waiting, sent, failed, bounced, left }: DeliveryCounts): number =>
  waiting + sent + failed + bounced + left

/** Seconds until all is sent at the pace of the last minute; null when nothing was sent in it. */
export const secondsLeft = ({
  deliveries,
  sentLately,
}: Pick<MailingProgress, 'deliveries' | 'sentLately'>): number | null =>
  sentLately === 0 ? null : Math.ceil((deliveries.waiting * 60) / sentLately)
