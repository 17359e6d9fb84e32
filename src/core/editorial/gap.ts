import type { Paper } from '#core/papers/paper.ts'
import type { IsoWeek } from './week.ts'

/** Severities of research gaps (contract 2.7), most severe first, which is also the order of lists. */
export const severities = ['critical', 'high', 'medium'] as const
export type Severity = (typeof severities)[number]

export type Gap = { id: string; title: string; severity: Severity; explanation: string; paperIds: string[] }

/** A gap in a list; `papers` counts the linked papers that are accepted. */
export type GapSummary = { id: string; title: string; severity: Severity; papers: number }

/** A gap with its public papers in public order. */
export type GapWithPapers = Omit<Gap, 'paperIds'> & { papers: Paper[]; updatedAt: string }

/** Gaps and briefs that mention a paper. */
export type EditorialMentions = {
  gaps: { id: string; title: string; severity: Severity }[]
  briefs: { id: string; week: IsoWeek; title: string }[]
}
