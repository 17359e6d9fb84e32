import type { Email } from './email.ts'

export type QueuedEmail = Email & { seq: number; attempts: number }

export type OutboxCounts = { waiting: number; sent: number; failed: number }

export type EmailState = 'waiting' | 'sent' | 'failed'

/** An email as listed in the console. */
export type ListedEmail = {
  seq: number
  kind: Email['kind']
  /** Null for the research team. */
  to: string | null
  subject: string
  state: EmailState
  attempts: number
  dueAt: string
  lastError: string | null
  createdAt: string
  sentAt: string | null
}

/**
 * Why an email was not sent. `final`: refused permanently (5xx). `temporary`: refused for now (4xx). `dropped`: the connection
 * broke during this email, which may be due to the email, its recipient or the connection. `unreachable`: the server is down,
 * busy or rejects us, so this email was not judged.
 */
export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly kind: 'final' | 'temporary' | 'dropped' | 'unreachable'
  /** The bounce that the refusal implies; null for none. */
  readonly bounce: 'hard' | 'soft' | null
  /** Whether the server wants no more emails to this domain for now: it closed the connection (421) at this recipient. */
  readonly restsDomain: boolean

  constructor(
    kind: SendFailure['kind'],
    message: string,
    {
      cause,
      bounce = null,
      restsDomain = false,
    }: { cause: unknown; bounce?: SendFailure['bounce']; restsDomain?: boolean },
  ) {
    super(message, { cause })
    this.kind = kind
    this.bounce = bounce
    this.restsDomain = restsDomain
  }
}

/** Seconds between attempts; the last value repeats until the email is given up. */
const RETRY_DELAYS = [30, 120, 600, 1_800, 3_600, 14_400]
export const MAX_DELIVERY_ATTEMPTS = 20

/** Seconds until the retry after the n-th failed attempt (n from 1); null when the email is given up. */
export const retryDelay = (attempts: number): number | null =>
  attempts >= MAX_DELIVERY_ATTEMPTS ? null : (RETRY_DELAYS[Math.min(attempts, RETRY_DELAYS.length) - 1] ?? 30)

/** A domain or mail server is tried again after at most this long. */
export const MAX_BACKOFF_SECONDS = 300

/** Seconds for which a domain, or the whole mail server, is not contacted after the n-th failure (n from 1). */
export const backoffDelay = (failures: number): number =>
  Math.min(retryDelay(failures) ?? MAX_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS)

/** How much of a rate may be used in a burst after a pause. */
const BURST_MS = 1_000
/** An instant further in the future than this comes from a clock that was set back. */
const AHEAD_MS = 60_000

/** Milliseconds between emails at this rate; 0 for no limit. */
export const intervalOf = (perMinute: number | null): number => (perMinute === null ? 0 : Math.ceil(60_000 / perMinute))

/**
 * Takes room for one email from a rate limit (generic cell rate algorithm). All instants are milliseconds since 1970.
 * @param usedUntil the instant up to which earlier emails have used the rate; null for none
 * @returns the new `usedUntil`, or when there is room again
 */
export const takeFromRate = (
  perMinute: number,
  usedUntil: number | null,
  now: number,
): { usedUntil: number } | { roomAt: number } => {
  const interval = intervalOf(perMinute)
  const from = Math.max(usedUntil ?? 0, now - Math.max(BURST_MS, interval))
  if (from > now + AHEAD_MS + interval) return { usedUntil: now }
  return from + interval <= now ? { usedUntil: from + interval } : { roomAt: from + interval }
}

/** Buckets whose `usedUntil` is later than this are full. */
export const fullFrom = (perMinute: number, now: number): number => now - intervalOf(perMinute)

export const TOTAL_BUCKET = 'all'
export const domainBucket = (domain: string): string => `domain:${domain}`
/** Buckets that record until when a domain is not contacted, because a mail server asked for that. */
export const BACKOFF_PREFIX = 'rest:'
export const backoffBucket = (domain: string): string => `${BACKOFF_PREFIX}${domain}`
