import { z } from 'zod'
import { severities, type Gap, type GapSummary } from '#core/editorial/gap.ts'
import { presentGapFields } from '#schemas/editorial-schemas.ts'

const gap = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    severity: z.enum(severities),
    explanation: z.string(),
    papers: z.array(z.string()),
    version: z.int(),
  })
  .meta({ id: 'EditedGap' })

export const gapResponse = z.strictObject({ success: z.literal(true), gap })
export const gapListResponse = z.strictObject({
  success: z.literal(true),
  gaps: z.array(
    z.strictObject({ id: z.string(), title: z.string(), severity: z.enum(severities), paperCount: z.int() }),
  ),
})

export const presentGap = (found: Gap & { version: number }): z.infer<typeof gap> => ({
  id: found.id,
  ...presentGapFields(found),
  version: found.version,
})

export const presentGaps = (gaps: readonly GapSummary[]): z.infer<typeof gapListResponse> => ({
  success: true,
  gaps: gaps.map(({ id, title, severity, papers }) => ({ id, title, severity, paperCount: papers })),
})
