import { z } from 'zod'

const filterParameter = () =>
  z
    .string()
    .max(200)
    .optional()
    .transform((text) => (text === undefined || text.trim() === '' ? null : text.trim()))

/** The filters of the audit log, and the row that the previous page ended with. */
export const auditQuery = z.strictObject({
  actor: filterParameter(),
  act: filterParameter(),
  subject: filterParameter(),
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/u, { error: 'must be the number of a row' })
    .transform(Number)
    .optional()
    .transform((row) => row ?? null),
})
