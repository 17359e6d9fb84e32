import { z } from 'zod'
import { line, emailAddress } from '#schemas/fields.ts'

const LONGEST_TYPED = 1_000

/** Nothing is said about the shape of either: that would tell which accounts there may be. */
export const signInForm = z.object({
  email: z.string().max(LONGEST_TYPED),
  passphrase: z.string().max(LONGEST_TYPED),
  next: z.string().optional(),
})

export const signInQuery = z.object({ next: z.string().optional() })

export const linkQuery = z.object({ token: z.string().max(LONGEST_TYPED).default('') })

export const linkForm = z.object({ token: z.string().max(LONGEST_TYPED), passphrase: z.string().max(LONGEST_TYPED) })

/** What the first admin says besides. */
export const personForm = z.object({ name: line(200), email: emailAddress() })
