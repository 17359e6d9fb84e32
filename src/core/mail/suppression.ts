import { createHmac } from 'node:crypto'

/** `bounce`: emails cannot be delivered. `complaint`: the recipient reported an email as spam. */
export const suppressionReasons = ['bounce', 'complaint'] as const

export type SuppressionReason = (typeof suppressionReasons)[number]

/** Why an address is excluded from all mailings. */
export type Suppression = {
  reason: SuppressionReason
  since: string
  /** When a confirmation was last sent since the suppression; null for never. */
  confirmationAt: string | null
}

/** This many soft bounces within this many days count as a hard bounce. */
export const SOFT_BOUNCES = 5
export const SOFT_BOUNCE_DAYS = 14

/** `hard`: permanent. `soft`: for a reason that may be temporary. `complaint`: reported as spam. */
export type BounceKind = 'hard' | 'soft' | 'complaint'

/**
 * Whether a suppressed address may get a confirmation email: once after bounces, since confirming proves that emails arrive, and
 * never after a complaint.
 */
export const mayAskToConfirm = ({ reason, confirmationAt }: Suppression): boolean =>
  reason === 'bounce' && confirmationAt === null

/** The stored form of a suppressed address, which recognises the address after its deletion without revealing it. */
export const hashAddress = (secret: Buffer, email: string): string =>
  createHmac('sha256', secret).update(`suppressed:${email.toLowerCase()}`).digest('hex')
