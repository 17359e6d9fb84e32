import { z } from 'zod'
import { severities } from '#core/editorial/gap.ts'
import { trends } from '#core/editorial/trend.ts'

/** Queries of GET /concepts and GET /gaps (contract 4.2); unknown parameters are ignored. */
export const conceptListQuery = z.object({ trend: z.enum(trends).optional() })
export const gapListQuery = z.object({ severity: z.enum(severities).optional() })
