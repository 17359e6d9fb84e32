import type { Paper } from '#core/papers/paper.ts'
import type { IsoWeek } from './week.ts'

/** Severities of research gaps (contract 2.7), most severe first, which is also the order of lists. */
export const severities = ['critical', 'high', 'medium'] as const
export type Severity = (typeof severities)[number]

/** Where the life of a gap stands. */
export const gapStates = ['open', 'narrowing', 'closed'] as const
export type GapState = (typeof gapStates)[number]

/** What happens in the life of a gap, and the state after it. */
export const gapEntries = ['opened', 'narrowed', 'closed', 'reopened'] as const
export type GapEntryKind = (typeof gapEntries)[number]

export const stateAfter: Record<GapEntryKind, GapState> = {
  opened: 'open',
  narrowed: 'narrowing',
  closed: 'closed',
  reopened: 'open',
}

/** The entry that leads from one state to another; null where there is nothing to enter. A closed gap is reopened first. */
export const entryBetween = (from: GapState, to: GapState): GapEntryKind | null => {
  if (to === 'open') return from === 'open' ? null : 'reopened'
  if (from === 'closed') return null
  return to === 'closed' ? 'closed' : 'narrowed'
}

/** An entry of the history of a gap; the first one has no reason. `papers` are the public ones among those named. */
export type GapEntry = { entry: GapEntryKind; at: string; reason: string | null; papers: string[] }

/** Oldest first. */
export type GapHistory = readonly GapEntry[]

export type Gap = { id: string; title: string; severity: Severity; explanation: string; paperIds: string[] }

/** A gap in a list; `papers` counts the linked papers that are accepted. */
export type GapSummary = { id: string; title: string; severity: Severity; state: GapState; papers: number }

/** A gap with its public papers in public order, and its history. */
export type GapWithPapers = Omit<Gap, 'paperIds'> & {
  papers: Paper[]
  updatedAt: string
  state: GapState
  history: GapHistory
}

/** Gaps and briefs that mention a paper. */
export type EditorialMentions = {
  gaps: { id: string; title: string; severity: Severity }[]
  briefs: { id: string; week: IsoWeek; title: string }[]
}
