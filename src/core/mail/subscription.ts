import { hashSecret } from '#core/access/key-format.ts'
import type { QuotaPolicy } from '#core/quota.ts'

/** How long the link in a confirmation email works, counted from when the email leaves. */
export const CONFIRM_WITHIN_HOURS = 48

/** When the link of a confirmation email that leaves now stops working. */
export const confirmExpiry = (now: Date): string =>
  new Date(now.getTime() + CONFIRM_WITHIN_HOURS * 3_600_000).toISOString()

/** However often a stranger types an address: this many confirmation emails a day go to it, and the response stays the same. */
export const confirmationPolicy: QuotaPolicy = { name: 'confirmation', limit: 3, windowSeconds: 86_400 }

/** Where confirmation emails to one address are counted: by a digest, so that no second copy of the address is stored. */
export const confirmationBucket = (email: string): string => `confirmation:${hashSecret(email.toLowerCase())}`
