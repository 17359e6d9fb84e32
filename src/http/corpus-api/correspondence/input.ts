import { z } from 'zod'
import { invalid } from '#core/failure.ts'
import { block, line, mailAddress, optionalLine } from '#exchange/fields.ts'
import { check } from '#exchange/mistakes.ts'

export const CONTACT_BODY_BYTES = 32_768
export const SUBSCRIBE_BODY_BYTES = 4_096

/** Contract section 2.3; unknown fields are ignored. */
export const contactForm = z.object({
  name: line(200),
  email: mailAddress(),
  organisation: optionalLine(200),
  subject: optionalLine(200),
  message: block(10_000),
})

/** Contract section 2.4. */
export const subscribeForm = z.object({ email: mailAddress(), name: optionalLine(200) })

/** Throws `invalid` with every mistake at once. */
export const toForm = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const checked = check(schema, body)
  if (!checked.ok) throw invalid(checked.mistakes)
  return checked.value
}
