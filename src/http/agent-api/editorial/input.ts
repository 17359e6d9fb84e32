import { z } from 'zod'
import { severities } from '#core/editorial/gap.ts'
import { trends } from '#core/editorial/trend.ts'
import { cursorParameter } from '#http/input/query.ts'
import { detailParameter, maxTokensParameter } from '#http/agent-api/token-budget.ts'

const budget = { detail: detailParameter(), cursor: cursorParameter(), maxTokens: maxTokensParameter() }

/** Queries of GET /concepts and GET /gaps (contract 4.2); unknown parameters are ignored. */
export const conceptListQuery = z.object({ trend: z.enum(trends).optional(), ...budget })
export const gapListQuery = z.object({ severity: z.enum(severities).optional(), ...budget })
export const briefListQuery = z.strictObject(budget)
export const briefQuery = z.object(budget)
