import { createHmac } from 'node:crypto'

/** `bounce`: emails do not arrive. `complaint`: the recipient has called an email spam. */
export const suppressionReasons = ['bounce', 'complaint'] as const

export type SuppressionReason = (typeof suppressionReasons)[number]

/** Why an address gets nothing of any mailing. */
export type Suppression = {
  reason: SuppressionReason
  since: string
  /** When its owner was asked once more to confirm; null: not since it is suppressed. */
  confirmationAt: string | null
}

/** So many emails that came back for a reason that may pass, within so long, count as one that came back for good. */
export const SOFT_BOUNCES = 5
export const SOFT_BOUNCE_DAYS = 14

/** What came back of an email: `hard` for good, `soft` for a reason that may pass, or its recipient calls it spam. */
export type BounceKind = 'hard' | 'soft' | 'complaint'

/**
 * Whether a suppressed address may be asked to confirm: once where emails did not arrive, since confirming shows that they
 * do, and never after a complaint.
 */
export const mayAskToConfirm = ({ reason, confirmationAt }: Suppression): boolean =>
  reason === 'bounce' && confirmationAt === null

/** What is kept of a suppressed address: it recognises the address after its deletion, and gives away none. */
export const hashAddress = (secret: Buffer, email: string): string =>
  createHmac('sha256', secret).update(`suppressed:${email.toLowerCase()}`).digest('hex')
