import { z } from 'zod'
import type { Brief, BriefDraft, PublishedBrief } from '#core/editorial/brief.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { presentBriefFields } from '#schemas/editorial-schemas.ts'

const words = {
  week: z.string(),
  title: z.string(),
  summary: z.string(),
  houseTake: z.string(),
  featuredPapers: z.array(z.string()),
}

const draft = z.strictObject({ id: z.string(), ...words, version: z.int(), updatedAt: z.string() })
const listed = { id: z.string(), week: z.string(), title: z.string() }

export const draftResponse = z.strictObject({ success: z.literal(true), draft })
export const suggestionResponse = z.strictObject({
  success: z.literal(true),
  suggestion: z.strictObject({ id: z.string(), ...words }),
})
export const briefListResponse = z.strictObject({
  success: z.literal(true),
  drafts: z.array(z.strictObject({ ...listed, version: z.int(), updatedAt: z.string() })),
  published: z.array(z.strictObject({ ...listed, publishedAt: z.string() })),
})
export const publishedResponse = z.strictObject({ success: z.literal(true), id: z.string(), publishedAt: z.string() })

export const presentDraft = (found: BriefDraft): z.infer<typeof draft> => ({
  id: found.id,
  ...presentBriefFields(found),
  version: found.version,
  updatedAt: found.updatedAt,
})

export const presentSuggestion = (brief: Brief): z.infer<typeof suggestionResponse> => ({
  success: true,
  suggestion: { id: brief.id, ...presentBriefFields(brief) },
})

export const presentBriefs = (
  drafts: readonly BriefDraft[],
  published: readonly PublishedBrief[],
): z.infer<typeof briefListResponse> => ({
  success: true,
  drafts: drafts.map(({ id, week, title, version, updatedAt }) => ({
    id,
    week: weekLabel(week),
    title,
    version,
    updatedAt,
  })),
  published: published.map(({ id, week, title, publishedAt }) => ({ id, week: weekLabel(week), title, publishedAt })),
})
