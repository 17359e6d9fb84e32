import { z } from 'zod'

const mostRecords = 1_000_000_000

export const openFormSchema = z.object({
  label: z.string().max(1_000),
  max: z
    .string()
    .regex(/^[1-9]\d{0,9}$/u, { error: 'must be a whole number from 1' })
    .transform(Number)
    .pipe(z.number().max(mostRecords)),
  until: z.string().max(40),
})

export const sessionPageQuery = z.strictObject({ done: z.enum(['closed', 'undone']).optional() })
