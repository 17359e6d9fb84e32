import { z } from 'zod'
import { MAX_RISK } from '#core/review/checks/assess.ts'
import { queueFilters } from '#http/console/queue/input.ts'

/** Bulk acceptance takes a part of the queue up to a highest risk. */
export const acceptAllQuery = z.strictObject({
  ...queueFilters,
  maxRisk: z
    .string()
    .regex(/^(?:\d{1,2}|100)?$/u, { error: `must be a whole number from 0 to ${MAX_RISK}` })
    .optional()
    .transform((text) => (text === undefined || text === '' ? null : Number(text))),
})

const MAX_INPUT_LENGTH = 20_000

export const acceptAllFormSchema = z.object({
  note: z.string().max(MAX_INPUT_LENGTH).optional().default(''),
  /** Of the ids and versions that the page counted. */
  digest: z.string().max(100),
})
