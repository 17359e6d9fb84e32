import type { BriefSummary } from '#core/editorial/brief.ts'
import type { EditorialMentions } from '#core/editorial/editorial-mentions.ts'
import type { CoOccurringConcepts, ConceptYear, ConceptCoverage, ConceptTimeline } from '#core/editorial/concept.ts'
import type { Severity, GapWithPapers } from '#core/editorial/gap.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { RankKey } from '#core/papers/rank-key.ts'
import type { PaperPage } from './papers.ts'

/** A paper that has something rare in common with another, and what that is: concepts first, then words. */
export type RelatedPaper = { paper: Paper; shares: string[] }

/** What people read beside a paper. Each costs about the same for a corpus of any size, and shows public papers only. */
export type RelatedReader = {
  /** Ids of concepts by the names that a paper gives them. */
  conceptIds(names: readonly string[]): Promise<Map<string, string>>
  mentions(paperId: string): Promise<EditorialMentions>
  /** At most `limit`, those with most in common first. */
  relatedPapers(paper: Paper, limit: number): Promise<RelatedPaper[]>
  /** Public papers of these ids in the order given; the others are left out. */
  publicPapers(ids: readonly string[]): Promise<Paper[]>
  /** Null for a concept that no public paper has. */
  conceptTimeline(id: string): Promise<ConceptTimeline | null>
  conceptPapers(id: string, after: RankKey | null, limit: number): Promise<PaperPage>
  coOccurringConcepts(id: string, limit: number): Promise<CoOccurringConcepts>
  /** Years of several concepts from `from` on, by concept id. */
  conceptYears(ids: readonly string[], from: number): Promise<Map<string, ConceptYear[]>>
  /** The concepts with most papers. */
  conceptCoverage(limit: number): Promise<ConceptCoverage[]>
  gaps(severity: Severity | null): Promise<GapWithPapers[]>
  gap(id: string): Promise<GapWithPapers | null>
  /** Newest first. */
  listBriefs(): Promise<BriefSummary[]>
}
