import { hashSecret } from '#core/access/api-key.ts'
import { baseMailbox } from './mailbox.ts'
import type { QuotaPolicy } from '#core/quota.ts'
import type { DigestFrequency } from '#core/following/follow.ts'

export const subscriberStates = ['pending', 'active', 'unsubscribed', 'bounced', 'complained'] as const

/** `bounced`, `complained`: suppressed because emails bounced or were reported as spam. */
export type SubscriberState = (typeof subscriberStates)[number]

export type Subscriber = {
  id: string
  email: string
  name: string | null
  state: SubscriberState
  /** SHA-256 of the confirmation token, hex. */
  confirmHash: string | null
  confirmExpiresAt: string | null
  /** Whether they get the weekly brief once confirmed; others only follow searches. */
  wantsBrief: boolean
}

/** Whether a confirmation email for the weekly brief is still needed. */
export const awaitsConfirmation = ({ state, wantsBrief }: Pick<Subscriber, 'state' | 'wantsBrief'>): boolean =>
  state === 'pending' || (state === 'active' && !wantsBrief)

/** A subscriber as admins see them: only what they need. */
export type ListedSubscriber = Pick<Subscriber, 'id' | 'email' | 'name' | 'state' | 'wantsBrief'> & { since: string }

/** How long the link in a confirmation email is valid, from when the email is sent. */
export const CONFIRM_WITHIN_HOURS = 48

export const confirmExpiry = (now: Date): string =>
  new Date(now.getTime() + CONFIRM_WITHIN_HOURS * 3_600_000).toISOString()

/** Confirmation emails a day to one mailbox, however often an address is entered; the response never shows the limit. */
export const confirmationPolicy: QuotaPolicy = { name: 'confirmation', limit: 3, windowSeconds: 86_400 }

/** Confirmation emails in total and to one domain; further ones are delayed, and the response never shows the limit. */
export const confirmationDayPolicy: QuotaPolicy = { name: 'confirmation', limit: 1_000, windowSeconds: 86_400 }
export const confirmationDomainPolicy: QuotaPolicy = { name: 'confirmation', limit: 60, windowSeconds: 3_600 }
export const CONFIRMATION_DELAY_MS = 3_600_000

/** How often admins are notified that one of these limits is reached. */
export const confirmationNoticePolicy: QuotaPolicy = { name: 'notice', limit: 1, windowSeconds: 86_400 }

/** The bucket that counts confirmation emails to one mailbox: a hash, so that no second copy of the address is stored. */
export const confirmationBucket = (email: string): string => `confirmation:${hashSecret(baseMailbox(email))}`

/** `follow`: to follow a search. `manage`: to view and change stored data. `move`: to change the email address. */
export const requestPurposes = ['follow', 'manage', 'move'] as const
export type RequestPurpose = (typeof requestPurposes)[number]

/**
 * A request made for an address. It takes effect only when the owner opens the link in the email sent there, which has the
 * Message-ID of the request.
 */
export type SubscriberRequest = {
  messageId: string
  purpose: RequestPurpose
  /** The subscriber, or the id that a new one will get. */
  subscriberId: string
  email: string
  /** For `follow`: the address of the search. */
  address: string | null
  frequency: DigestFrequency | null
  /** SHA-256 of the token in the link, hex; null until the email is sent. */
  hash: string | null
  /** Null until the email is sent. */
  expiresAt: string | null
}

/** How long each link is valid, from when its email is sent. */
export const requestHours: Record<RequestPurpose, number> = { follow: 48, manage: 1, move: 48 }

export const requestExpiry = ({ purpose }: Pick<SubscriberRequest, 'purpose'>, now: Date): string =>
  new Date(now.getTime() + requestHours[purpose] * 3_600_000).toISOString()

export const isExpired = ({ expiresAt }: Pick<SubscriberRequest, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt < now.toISOString()
