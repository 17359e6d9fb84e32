import type { Paper } from '#core/papers/paper.ts'

/** Severities of research gaps (contract 2.7), gravest first: also the order of lists. */
export const severities = ['critical', 'high', 'medium'] as const
export type Severity = (typeof severities)[number]

export type Gap = { id: string; title: string; severity: Severity; explanation: string; paperIds: string[] }

/** A gap as lists show it; `papers` counts the accepted ones an editor linked. */
export type GapSummary = { id: string; title: string; severity: Severity; papers: number }

/** A gap with its public papers, in the public order. */
export type GapWithPapers = Omit<Gap, 'paperIds'> & { papers: Paper[]; updatedAt: string }
