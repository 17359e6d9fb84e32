import { z } from 'zod'

const MAX_INPUT_LENGTH = 1_000

/** What the last form did, for the page after it. */
const accountNotices = ['passphrase', 'session', 'elsewhere', 'passkey', 'passkey-removed', 'codes-removed'] as const
export type AccountNotice = (typeof accountNotices)[number]

export const accountQuery = z.strictObject({ done: z.enum(accountNotices).optional() })

export const passphraseFormSchema = z.object({
  current: z.string().max(MAX_INPUT_LENGTH).default(''),
  passphrase: z.string().max(MAX_INPUT_LENGTH),
})

export const sessionFormSchema = z.object({ id: z.string().max(100) })
