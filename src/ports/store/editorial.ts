import type { Stats } from '#core/papers/corpus-stats.ts'
import type { EditedBy } from '#core/editorial/edited-by.ts'
import type { Brief, BriefDraft, PublishedBrief } from '#core/editorial/brief.ts'
import type { ConceptCounts, ConceptRecord } from '#core/editorial/concept.ts'
import type { Gap, Severity, GapSummary } from '#core/editorial/gap.ts'
import type { TrendWindow, PeriodCounts } from '#core/editorial/trend.ts'

export type PublicConceptReader = {
  /** Concepts of accepted papers, by paper count descending, then name. Null when the corpus is empty. */
  list(): Promise<{ window: TrendWindow; corpus: PeriodCounts; concepts: ConceptCounts[] } | null>
  /** The id that took the place of one that was merged away; null for any other. */
  findRedirect(id: string): Promise<string | null>
}

/** Concepts as editors see them. */
export type PrivateConceptReader = {
  /** Every concept, also those without accepted papers, by name. */
  listAll(): Promise<ConceptRecord[]>
  find(id: string): Promise<ConceptRecord | null>
  /** The concept that a name means, also one that it had before. */
  findByName(name: string): Promise<ConceptRecord | null>
}

export type ConceptWriter = {
  define(name: string, definition: string): Promise<void>
  /**
   * Gives a concept another name and definition; the name before leads to it from now on. The name must be free.
   * Papers take the name over, each as a new version; how many did.
   */
  revise(id: string, words: { name: string; definition: string | null }, by: EditedBy): Promise<number>
  /** Lets one concept stand for another as well, whose id and names lead to it from now on; how many papers took its name over. */
  merge(id: string, into: string, by: EditedBy): Promise<number>
}

export type PublicGapReader = { list(severity: Severity | null): Promise<GapSummary[]> }

/** Gaps as editors see them. */
export type PrivateGapReader = {
  /** With every linked paper, of any state, in the order of their storing. */
  find(id: string): Promise<(Gap & { version: number }) | null>
  /** The next free id of the row g1, g2, g3 and so on. */
  nextId(): Promise<string>
}

export type GapWriter = {
  /** Stores a gap, or a new version in place of the last. Throws `not_found` for a paper that does not exist. */
  put(gap: Gap, at: string): Promise<void>
}

export type PublicBriefReader = {
  latest(): Promise<PublishedBrief | null>
  find(id: string): Promise<PublishedBrief | null>
  /** Newest first. */
  list(): Promise<PublishedBrief[]>
}

export type BriefDraftReader = {
  draft(id: string): Promise<BriefDraft | null>
  /** Newest first. */
  drafts(): Promise<BriefDraft[]>
}

export type BriefWriter = {
  /** Throws `wrong_state` when that week has its brief already: a published brief never changes. */
  publish(brief: PublishedBrief): Promise<void>
  /** Stores a draft, or a new version in place of the last; its version. */
  putDraft(brief: Brief, at: string): Promise<number>
  dropDraft(id: string): Promise<void>
}

export type StatsReader = { counts(): Promise<Stats> }
