import { z } from 'zod'

export const emailStates = ['waiting', 'failed', 'sent'] as const

export const emailListQuery = z.strictObject({
  state: z.enum(emailStates).optional(),
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/u, { error: 'must be the number of an email' })
    .transform(Number)
    .optional(),
  retried: z.string().max(20).optional(),
})
