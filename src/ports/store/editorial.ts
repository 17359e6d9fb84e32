import type { Stats } from '#core/papers/paper.ts'
import type { EditedBy } from '#core/editorial/version.ts'
import type { Brief, BriefCorrection, BriefDraft, PublishedBrief } from '#core/editorial/brief.ts'
import type { ConceptCounts, ConceptRecord, ConceptUses } from '#core/editorial/concept.ts'
import type { Gap, GapEntryKind, GapHistory, GapState, Severity, GapSummary } from '#core/editorial/gap.ts'
import type { TrendWeek, TrendWindow, PeriodCounts } from '#core/editorial/trend.ts'
import type { Chapter, ChapterRecord, ChapterText, NamedChapter } from '#core/papers/chapter.ts'

export type PublicConceptReader = {
  /** Concepts of accepted papers, by descending paper count, then name. Null if the corpus is empty. */
  list(): Promise<{ window: TrendWindow; corpus: PeriodCounts; concepts: ConceptCounts[] } | null>
  /** The current id of a concept that was merged into another; null for any other id. */
  findRedirect(id: string): Promise<string | null>
  /** The weeks in which the numbers of its trend changed, oldest first. */
  trendWeeks(id: string): Promise<TrendWeek[]>
}

/** Concepts as editors see them. */
export type PrivateConceptReader = {
  /** Every concept by name, including those without accepted papers. */
  listAll(): Promise<ConceptRecord[]>
  find(id: string): Promise<ConceptRecord | null>
  /** The concept that has or had a name. */
  findByName(name: string): Promise<ConceptRecord | null>
  /** Where a concept is in use, also by its former names and ids. Reads the concepts of all papers in review. Throws `not_found`. */
  uses(id: string): Promise<ConceptUses>
  /** The last week that is kept of each concept. */
  lastTrendWeeks(): Promise<Map<string, TrendWeek>>
}

export type ConceptWriter = {
  /** Keeps the numbers of a week, in the place of those kept of it before. */
  keepTrendWeeks(weeks: readonly (TrendWeek & { id: string })[]): Promise<void>
  define(name: string, definition: string): Promise<void>
  /**
   * Renames and redefines a concept; the former name keeps leading to it. The new name must be free. Rewrites each
   * paper that names it as a new version; returns how many.
   */
  revise(id: string, words: { name: string; definition: string | null }, by: EditedBy): Promise<number>
  /** Merges a concept into another, which its id and names then lead to. Returns how many papers were rewritten. */
  merge(id: string, into: string, by: EditedBy): Promise<number>
  /** Deletes a concept that no public paper has, with its former names and ids. */
  remove(id: string): Promise<void>
}

export type PublicGapReader = {
  /** Those of a severity and a state; null, or nothing, is any. */
  list(severity: Severity | null, state?: GapState | null): Promise<GapSummary[]>
  /** Oldest entry first, with the named papers that are public; null if there is no such gap. */
  history(id: string): Promise<GapHistory | null>
}

/** Gaps as editors see them. */
export type PrivateGapReader = {
  /** With every linked paper in any state, in the order they were stored. */
  find(id: string): Promise<(Gap & { state: GapState; version: number }) | null>
  /** The next free id of g1, g2, g3 and so on. */
  nextId(): Promise<string>
}

export type GapWriter = {
  /** Stores a gap, or replaces it with a new version. Throws `not_found` if a paper does not exist. */
  put(gap: Gap, at: string): Promise<void>
  /** Enters a change of state, which makes a new version of the gap. */
  enter(
    id: string,
    entry: { entry: GapEntryKind; reason: string; paperIds: readonly string[] },
    at: string,
  ): Promise<void>
}

export type PublicBriefReader = {
  latest(): Promise<PublishedBrief | null>
  find(id: string): Promise<PublishedBrief | null>
  /** Newest first. */
  list(): Promise<PublishedBrief[]>
  /** The corrections of briefs, oldest first, by the ids of those that have any. */
  corrections(ids: readonly string[]): Promise<Map<string, BriefCorrection[]>>
}

export type BriefDraftReader = {
  draft(id: string): Promise<BriefDraft | null>
  /** Newest first. */
  drafts(): Promise<BriefDraft[]>
}

export type BriefWriter = {
  /** Throws `wrong_state` if that week already has a brief: a published brief never changes. */
  publish(brief: PublishedBrief): Promise<void>
  /** Adds a correction under a published brief. */
  correct(id: string, correction: BriefCorrection): Promise<void>
  /** Stores a draft, or replaces it with a new version; returns the version. */
  putDraft(brief: Brief, at: string): Promise<number>
  dropDraft(id: string): Promise<void>
}

export type StatsReader = { counts(): Promise<Stats> }

export type ChapterReader = {
  /** The chapters that the library has, none to seven, in the order shown. */
  list(): Promise<ChapterRecord[]>
  /** The names alone, for pages that link to chapters: introductions are long. */
  names(): Promise<NamedChapter[]>
  find(number: Chapter): Promise<ChapterRecord | null>
  /** Throws `not_found` for a chapter that the library lacks. */
  get(number: Chapter): Promise<ChapterRecord>
}

/** Chapters as editors see them. */
export type PrivateChapterReader = {
  /** The papers that name a chapter, whether or not the library has it. */
  countPapers(number: number): Promise<{ public: number; other: number }>
  /** The chapter that a paper names and the library lacks; null if there is none. */
  findLacked(paperId: string): Promise<number | null>
}

export type ChapterWriter = {
  /** Replaces the text of a chapter, or adds it after the others; returns the new version. */
  put(number: Chapter, text: ChapterText, at: string): Promise<number>
  /** Gives chapters that nobody has edited the words that a corpus comes with. */
  define(chapters: readonly (NamedChapter & ChapterText)[], at: string): Promise<void>
  /** Shows the chapters in this order. */
  order(numbers: readonly Chapter[]): Promise<void>
  /** Takes a chapter out; it must have no papers. */
  remove(number: Chapter): Promise<void>
  /**
   * Moves papers of any state from one chapter to another, or to none, each as a new version; returns how many. Fewer than `most`
   * means that it was all.
   */
  movePapers(from: number, into: Chapter | null, by: EditedBy & { most: number }): Promise<number>
}
