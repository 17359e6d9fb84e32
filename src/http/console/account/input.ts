import { z } from 'zod'

const LONGEST_TYPED = 1_000

/** What was done a moment ago, for the page that is shown after it. */
const outcomes = ['passphrase', 'session', 'elsewhere', 'passkey', 'passkey-removed'] as const
export type Outcome = (typeof outcomes)[number]

export const accountQuery = z.strictObject({ done: z.enum(outcomes).optional() })

export const passphraseForm = z.object({
  current: z.string().max(LONGEST_TYPED).default(''),
  passphrase: z.string().max(LONGEST_TYPED),
})

export const sessionForm = z.object({ id: z.string().max(100) })
