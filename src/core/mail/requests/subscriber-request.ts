import type { DigestFrequency } from '#core/following/follow.ts'

/** `follow`: to follow a search. `manage`: to see and change what is stored. `move`: to be written to at this address from now on. */
export const requestPurposes = ['follow', 'manage', 'move'] as const
export type RequestPurpose = (typeof requestPurposes)[number]

/**
 * What was asked for an address by whoever typed it. Nothing happens before its owner opens the link that is mailed there; the
 * email carries the same Message-ID as the request.
 */
export type SubscriberRequest = {
  messageId: string
  purpose: RequestPurpose
  /** The subscriber that it is about; one that is not stored yet gets this id. */
  subscriberId: string
  email: string
  /** Of `follow`: the address of the search. */
  address: string | null
  frequency: DigestFrequency | null
  /** SHA-256 of the token in the link, hex; null until the email leaves. */
  hash: string | null
  /** Null until the email was sent. */
  expiresAt: string | null
}

/** How long each link works, counted from when its email was sent. */
export const requestHours: Record<RequestPurpose, number> = { follow: 48, manage: 1, move: 48 }

/** When the link of a request that is sent now stops working. */
export const requestExpiry = ({ purpose }: Pick<SubscriberRequest, 'purpose'>, now: Date): string =>
  new Date(now.getTime() + requestHours[purpose] * 3_600_000).toISOString()

/** Whether the link of a request has stopped working. */
export const isExpired = ({ expiresAt }: Pick<SubscriberRequest, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt < now.toISOString()
