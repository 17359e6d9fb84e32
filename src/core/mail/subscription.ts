import { hashSecret } from '#core/access/key-format.ts'
import { baseMailbox } from './base-mailbox.ts'
import type { QuotaPolicy } from '#core/quota.ts'

/** How long the link in a confirmation email works, counted from when the email leaves. */
export const CONFIRM_WITHIN_HOURS = 48

/** When the link of a confirmation email that leaves now stops working. */
export const confirmExpiry = (now: Date): string =>
  new Date(now.getTime() + CONFIRM_WITHIN_HOURS * 3_600_000).toISOString()

/** However often a stranger types an address: this many confirmation emails a day go to its mailbox, and the response stays the same. */
export const confirmationPolicy: QuotaPolicy = { name: 'confirmation', limit: 3, windowSeconds: 86_400 }

/** How many confirmation emails leave, in all and to one domain; more are put off, and the response stays the same. */
export const confirmationDayPolicy: QuotaPolicy = { name: 'confirmation', limit: 1_000, windowSeconds: 86_400 }
export const confirmationDomainPolicy: QuotaPolicy = { name: 'confirmation', limit: 60, windowSeconds: 3_600 }
export const CONFIRMATION_DELAY_MS = 3_600_000

/** How often admins are told that one of these is reached. */
export const confirmationNoticePolicy: QuotaPolicy = { name: 'notice', limit: 1, windowSeconds: 86_400 }

/** Where confirmation emails to one mailbox are counted: by a digest, so that no second copy of the address is stored. */
export const confirmationBucket = (email: string): string => `confirmation:${hashSecret(baseMailbox(email))}`
