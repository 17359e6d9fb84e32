import type { PublishedBrief } from '#core/brief.ts'
import type { ConceptCounts } from '#core/concept.ts'
import type { Gap, Severity } from '#core/gap.ts'
import type { TrendWindow, SpanCounts } from '#core/trend.ts'

export type ConceptReader = {
  /** Concepts of accepted papers, by paper count descending, then name. Null when the corpus is empty. */
  list(): Promise<{ window: TrendWindow; corpus: SpanCounts; concepts: ConceptCounts[] } | null>
  /** Accepted papers of one concept by year, oldest first; null for an unknown concept. */
  years(id: string): Promise<{ year: number; papers: number }[] | null>
  /** Names with their definitions, also of concepts without papers. */
  definitions(): Promise<{ name: string; definition: string }[]>
}

export type ConceptWriter = { define(name: string, definition: string): Promise<void> }

/** A gap as lists show it; `papers` counts the accepted ones an editor linked. */
export type CountedGap = { id: string; title: string; severity: Severity; papers: number }

export type GapReader = { list(severity: Severity | null): Promise<CountedGap[]> }

export type GapWriter = { put(gap: Gap, at: string): Promise<void> }

export type BriefReader = {
  latest(): Promise<PublishedBrief | null>
  find(id: string): Promise<PublishedBrief | null>
  /** Newest first. */
  list(): Promise<PublishedBrief[]>
}

export type BriefWriter = {
  /** Throws `wrong_state` when that week has its brief already: a published brief never changes. */
  publish(brief: PublishedBrief): Promise<void>
}

export type Stats = { papers: number; sources: number; concepts: number; frameworks: number }
export type StatsReader = { counts(): Promise<Stats> }
