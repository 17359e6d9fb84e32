import { z } from 'zod'
import type { Stats } from '#core/papers/corpus-stats.ts'

export const statsResponse = z.strictObject({
  success: z.literal(true),
  stats: z.strictObject({ totalPapers: z.int(), sources: z.int(), concepts: z.int(), frameworks: z.int() }),
})
export const healthResponse = z.strictObject({
  success: z.literal(true),
  status: z.literal('ok'),
  version: z.string(),
  revision: z.int(),
  uptime: z.int().meta({ description: 'Whole seconds since the process began to serve.' }),
})
export const readinessResponse = z.strictObject({ success: z.literal(true), status: z.literal('ready') })

export const presentStats = ({ papers, sources, concepts, frameworks }: Stats): z.infer<typeof statsResponse> => ({
  success: true,
  stats: { totalPapers: papers, sources, concepts, frameworks },
})
