import { z } from 'zod'
import type { PublishedBrief } from '#core/editorial/brief.ts'
import { weekLabel } from '#core/editorial/week.ts'

/** Contract 2.8. */
export const presentedBrief = z.strictObject({
  week: z.string(),
  title: z.string(),
  summary: z.string(),
  houseTake: z.string(),
  featuredPapers: z.array(z.string()),
})

export const presentBrief = (brief: PublishedBrief): z.infer<typeof presentedBrief> => ({
  week: weekLabel(brief.week),
  title: brief.title,
  summary: brief.summary,
  houseTake: brief.take,
  featuredPapers: brief.featured,
})
