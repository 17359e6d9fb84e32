import { z } from 'zod'
import { fieldsParameter } from '#http/agent-api/fields.ts'
import { severities } from '#core/editorial/gap.ts'
import { trends } from '#core/editorial/trend.ts'
import { cursorParameter } from '#http/input/query.ts'
import { detailParameter, maxTokensParameter } from '#http/agent-api/token-budget.ts'

const budget = { detail: detailParameter(), cursor: cursorParameter(), maxTokens: maxTokensParameter() }

/** Queries of GET /concepts and GET /gaps (contract 4.2); unknown parameters are ignored. */
export const conceptListQuery = z.object({
  trend: z.enum(trends).optional().meta({ description: 'Only concepts of this trend.' }),
  fields: fieldsParameter(['id', 'name', 'definition', 'paperCount', 'trend']),
  ...budget,
})
export const gapListQuery = z.object({
  severity: z.enum(severities).optional().meta({ description: 'Only gaps of this severity.' }),
  fields: fieldsParameter(['id', 'title', 'severity', 'paperCount']),
  ...budget,
})
/** Queries of GET /briefs and GET /briefs/:id; unknown parameters are refused. */
export const briefListQuery = z.strictObject({
  fields: fieldsParameter(['id', 'week', 'title', 'publishedAt', 'summary']),
  ...budget,
})
export const knownBriefQuery = z.strictObject(budget)
export const briefQuery = z.object(budget)
