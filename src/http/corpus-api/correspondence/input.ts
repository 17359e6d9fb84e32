import type { z } from 'zod'
import { validationFailure } from '#core/failure.ts'
import { validate } from '#schemas/validate.ts'

/** Throws `invalid` with every error at once. */
export const parseContactInput = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const checked = validate(schema, body)
  if (!checked.ok) throw validationFailure(checked.errors)
  return checked.value
}
