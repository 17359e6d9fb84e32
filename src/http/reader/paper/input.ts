import { z } from 'zod'

/** A long text comes in parts; the first is shown when none is named. */
export const textInput = z.object({
  part: z
    .string()
    .regex(/^[1-9]\d{0,3}$/u, { error: 'must be a whole number from 1' })
    .transform(Number)
    .optional()
    .transform((part) => part ?? 1)
    .meta({ description: 'Which part of a long text.', example: '2' }),
})
