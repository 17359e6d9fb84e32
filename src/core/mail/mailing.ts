export const mailingStates = ['scheduled', 'sending', 'paused', 'cancelled', 'sent'] as const

export type MailingState = (typeof mailingStates)[number]

/** The sending of a brief to the subscribers; each brief has at most one. */
export type Mailing = {
  briefId: string
  state: MailingState
  /** The recipients are the subscribers who are confirmed at the actual start. */
  startAt: string
  startedAt: string | null
  /** The last subscriber whose delivery has been created; null before the start and once all have been. */
  recipientsAfter: string | null
  finishedAt: string | null
}

export const deliveryStates = ['waiting', 'sent', 'failed', 'bounced', 'left'] as const

/**
 * `failed`: refused permanently by the mail server. `bounced`: sent and returned. `left`: the subscriber unsubscribed or was
 * suppressed before it was sent.
 */
export type DeliveryState = (typeof deliveryStates)[number]

export type DeliveryCounts = Record<DeliveryState, number>

export type MailingProgress = Mailing & {
  deliveries: DeliveryCounts
  /** How many were sent in the last minute. */
  sentLately: number
}

type Leased = {
  subscriberId: string
  messageId: string
  /** The current address of the subscriber. */
  to: string
  /** Failed attempts before this one. */
  attempts: number
}

export type LeasedBrief = Leased & { briefId: string }
export type LeasedDigest = Leased & { digestId: string }

/** An email leased by one connection for sending: a brief, or a digest of followed searches. */
export type LeasedDelivery = LeasedBrief | LeasedDigest

/** How an attempt ended. `interrupted`: by us, so it does not count as an attempt. `empty`: there is nothing left to send. */
export type DeliveryOutcome =
  | { result: 'sent' }
  | { result: 'empty' }
  | { result: 'interrupted' }
  | {
      result: 'refused'
      isFinal: boolean
      reason: string
      /** The bounce that the refusal implies, if any. */
      bounce?: 'hard' | 'soft' | null
      /** Whether the mail server wants no more emails to this domain for now. */
      restsDomain?: boolean
    }

export const recipientCount = ({ waiting, sent, failed, bounced, left }: DeliveryCounts): number =>
  waiting + sent + failed + bounced + left

/** Estimated from the rate of the last minute; null when nothing was sent in it. */
export const secondsLeft = ({
  deliveries,
  sentLately,
}: Pick<MailingProgress, 'deliveries' | 'sentLately'>): number | null =>
  sentLately === 0 ? null : Math.ceil((deliveries.waiting * 60) / sentLately)

/** `2026-11-23T09:00+01:00`. The zone is required, since a local time would depend on the machine. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/u

/** Parses an ISO 8601 instant with its time zone; null for anything else. */
export const parseSendTime = (text: string): Date | null => {
  const instant = new Date(text)
  return INSTANT.test(text) && !Number.isNaN(instant.getTime()) ? instant : null
}

/** The offset of UTC, as instants have it. */
export const UTC_ZONE = 'Z'

/** Parses a local time and the offset of its zone, such as `+01:00`; an instant has a zone of its own. Null for anything else. */
export const parseLocalSendTime = ({ at, zone }: { at: string; zone: string }): Date | null =>
  parseSendTime(at) ?? parseSendTime(`${at}${zone}`)
