import type { IsoWeek } from './week.ts'

/** A weekly brief. Once published it never changes, even when a featured paper is retracted. */
export type Brief = {
  id: string
  week: IsoWeek
  title: string
  summary: string
  take: string
  featured: string[]
}

/** A draft, visible to editors only; `version` increases with each change. */
export type BriefDraft = Brief & { version: number; updatedAt: string }

export type PublishedBrief = Brief & { publishedAt: string }

/** A correction under a published brief, in Markdown. It never changes either. */
export type BriefCorrection = { at: string; text: string }

/** How many corrections a brief may have. */
export const MAX_CORRECTIONS = 50

/** A brief in a list. */
export type BriefSummary = { id: string; week: IsoWeek; title: string; publishedAt: string }
