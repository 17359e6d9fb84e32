import type { ConceptCounts } from '#core/editorial/concept.ts'
import type { Gap, Severity } from '#core/editorial/gap.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { RankKey } from '#core/papers/rank-key.ts'
import type { PeriodCounts, TrendWindow } from '#core/editorial/trend.ts'
import type { IsoWeek } from '#core/editorial/week.ts'
import type { PaperPage } from './papers.ts'

/** A paper that has something rare in common with another, and what that is: concepts first, then words. */
export type RelatedPaper = { paper: Paper; shares: string[] }

/** Where the house speaks of a paper. */
export type EditorialMentions = {
  gaps: { id: string; title: string; severity: Severity }[]
  briefs: { id: string; week: IsoWeek; title: string }[]
}

/** Papers of a concept in one year, and of the whole corpus. */
export type ConceptYear = { year: number; papers: number; corpus: number }

/** All that is counted of one concept; `years` are those of the corpus, oldest first. */
export type ConceptTimeline = { counts: ConceptCounts; window: TrendWindow; corpus: PeriodCounts; years: ConceptYear[] }

/** Concepts found beside another one, with the papers that have both, counted among its first `among` papers. */
export type CoOccurringConcepts = { sampleSize: number; concepts: { id: string; name: string; papers: number }[] }

/** How many papers of each chapter have a concept; `byChapter[0]` is chapter 1. */
export type ConceptCoverage = { id: string; name: string; papers: number; byChapter: number[] }

/** A gap with its public papers, in the public order. */
export type GapWithPapers = Omit<Gap, 'paperIds'> & { papers: Paper[]; updatedAt: string }

/** A brief as the shelf shows it. */
export type BriefSummary = { id: string; week: IsoWeek; title: string; publishedAt: string }

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
