import type { z } from 'zod'
import { validationFailure } from '#core/failure.ts'
import { validate } from '#schemas/validate.ts'

export const CONTACT_BODY_BYTES = 32_768
export const SUBSCRIBE_BODY_BYTES = 4_096

/** Throws `invalid` with every mistake at once. */
export const parseContactInput = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const checked = validate(schema, body)
  if (!checked.ok) throw validationFailure(checked.errors)
  return checked.value
}
