import { z } from 'zod'
import { invalid } from '#core/failure.ts'
import { line, mailAddress } from '#exchange/fields.ts'
import { check } from '#exchange/mistakes.ts'

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
export const personForm = z.object({ name: line(200), email: mailAddress() })

export const passphraseForm = z.object({
  current: z.string().max(LONGEST_TYPED).default(''),
  passphrase: z.string().max(LONGEST_TYPED),
})

export const sessionForm = z.object({ id: z.string().max(100) })

/** Throws `invalid` with every mistake at once. */
export const checked = <T>(schema: z.ZodType<T>, fields: Record<string, string>): T => {
  const result = check(schema, fields)
  if (!result.ok) throw invalid(result.mistakes)
  return result.value
}
