import type { z } from 'zod'
import { invalid } from '#core/failure.ts'
import { check } from '#schemas/validate.ts'

export const CONTACT_BODY_BYTES = 32_768
export const SUBSCRIBE_BODY_BYTES = 4_096

/** Throws `invalid` with every mistake at once. */
export const toForm = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const checked = check(schema, body)
  if (!checked.ok) throw invalid(checked.mistakes)
  return checked.value
}
