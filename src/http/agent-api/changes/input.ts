import { z } from 'zod'
import { limitParameter } from '#http/input/query.ts'

/** Numbers stay far below what JSON carries exactly. */
const MAX_DIGITS = 15

/** Query of GET /changes; an unknown parameter is refused. */
export const changesQuery = z.strictObject({
  since: z
    .string()
    .regex(new RegExp(`^\\d{1,${MAX_DIGITS}}$`, 'u'), { error: 'must be a whole number from 0' })
    .transform(Number)
    .optional()
    .transform((since) => since ?? 0)
    .meta({
      description: 'The number of the last change that is known; 0, the default, asks for all.',
      example: '120',
    }),
  limit: limitParameter(),
})
