import { z } from 'zod'

export const letterStates = ['waiting', 'failed', 'sent'] as const

export const listQuery = z.strictObject({
  state: z.enum(letterStates).optional(),
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/u, { error: 'must be the number of a letter' })
    .transform(Number)
    .optional(),
  retried: z.string().max(20).optional(),
})
