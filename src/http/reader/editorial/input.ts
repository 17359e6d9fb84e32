import { z } from 'zod'
import { severities } from '#core/editorial/gap.ts'
import { trends } from '#core/editorial/trend.ts'
import { cursorParameter } from '#http/input/query.ts'
import { beforeParameter } from '#http/reader/feeds/feed-forms.ts'

const pageParameter = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/u, { error: 'must be a whole number from 1' })
    .transform(Number)
    .optional()
    .transform((page) => page ?? 1)
    .meta({ description: 'Which page of the list.', example: '2' })

export const conceptsInput = z.object({
  trend: z.enum(trends).optional().meta({ description: 'Only concepts of this trend.', example: 'growing' }),
  page: pageParameter(),
})

export const conceptInput = z.object({ cursor: cursorParameter(), before: beforeParameter() })

export const gapsInput = z.object({
  severity: z.enum(severities).optional().meta({ description: 'Only gaps of this severity.', example: 'critical' }),
  page: pageParameter(),
})
