import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import { everyPaper, type RankedFilter } from '#core/search/paper-filter.ts'
import type { AuthorCounts, FacetCounts, PaperListItem } from './library.ts'
import type { PlacedPassage } from '#core/passages/text-parts.ts'
import type { RankedQuery, WeightedTerm } from '#core/search/ranking/ranked-query.ts'
import type { Meaning } from '#core/search/ranking/meanings.ts'
import type { Passage, PassagePlace } from '#core/passages/anchor.ts'
import type { BriefSummary } from '#core/editorial/brief.ts'
import type { EditorialMentions, Severity, GapState, GapWithPapers } from '#core/editorial/gap.ts'
import type { CoOccurringConcepts, ConceptYear, ConceptCoverage, ConceptTimeline } from '#core/editorial/concept.ts'
import type { RankKey } from '#core/papers/score.ts'
import type { PaperPage } from './papers.ts'

export const rankedSorts = ['best', 'longHorizon', 'enterprise', 'newest', 'added'] as const
/** All orders: `cited` is by how many papers of the library cite a paper. Agents' tools offer the others, to stay short. */
export const allRankedSorts = [...rankedSorts, 'cited'] as const
export type RankedSort = (typeof allRankedSorts)[number]

export type RankedRequest = {
  query: RankedQuery
  match: 'any' | 'all'
  filter: RankedFilter
  sort: RankedSort
  /** Hits before the page. */
  from: number
  limit: number
  /**
   * A public paper: the papers similar to it, without itself. Its words count as much as those of the question; without a
   * question, the order is that of its related papers.
   */
  like?: Paper | null
  /** The papers nearest to the question in meaning, nearest first, with which the order by words is fused. */
  near?: readonly NearPaper[]
  /** Whether weak hits are left out where there are strong ones; by default they are not. */
  isFolded?: boolean
  /** Whether a list counts the authors of its hits; by default it does not. */
  countsAuthors?: boolean
}

/** A paper near a question in meaning. One that shares no word with it is a hit only if it stands out. */
export type NearPaper = { seq: number; place: PassagePlace | null; standsOut: boolean }

/** The best hits of a question, without any filter. */
export const unfiltered: Omit<RankedRequest, 'query' | 'limit'> = {
  match: 'any',
  filter: everyPaper,
  sort: 'best',
  from: 0,
}

/**
 * A current paper. The score only compares hits of one ranking. `inText` is the best matching passage of its full text,
 * if one was found. `near` is null unless it is near the question in meaning; then it has the nearest passage, if its text is
 * more than a title.
 */
export type RankedHit = {
  paper: Paper
  version: number
  score: number
  inText: PlacedPassage | null
  near: { passage: (Passage & { part?: number }) | null } | null
}

/**
 * A page of a ranking. `total` counts all hits, at most 1,000, and `strong` the strong ones, also where weak ones are left out;
 * with the order `best` they come first. Where words are required, and not only excluded, all hits are strong. `termWeights` has the weight times rarity of each query
 * word that occurs in some paper; `meanings` are the words that were searched as well, weighted in the same way.
 */
export type RankedPage = {
  hits: RankedHit[]
  total: number
  strong: number
  termWeights: ReadonlyMap<string, number>
  meanings: readonly Meaning[]
}

/** A page of a ranking for a list, with facet counts of the hits that were not left out. */
export type RankedList = Omit<RankedPage, 'hits'> & {
  hits: (Omit<RankedHit, 'paper'> & { paper: PaperListItem })[]
  counts: FacetCounts
  /** None unless they were to be counted. */
  authors: AuthorCounts
}

/** A misspelt word and its replacement. */
export type Correction = { from: string; to: string }

/** A corrected question. */
export type UnderstoodText = {
  text: string
  corrections: Correction[]
  synonyms: string[]
  /** The words of prose by which it is ranked; null for other texts. */
  kept: string[] | null
  /** The language of a question of which the library lacks most words, which are not corrected then. */
  language: string | null
}

export type RankingReader = {
  /** The best papers for a question. Bounded work in any corpus. */
  search(request: RankedRequest): Promise<RankedPage>
  /** The same with what a list shows of each paper. */
  list(request: RankedRequest): Promise<RankedList>
  /**
   * Replaces words that no paper has by similar ones, and adds other names of the concepts that the text names. Of prose
   * it chooses the words that tell most instead.
   */
  correct(text: string): Promise<UnderstoodText>
}

export type RankingWriter = {
  /**
   * Does one small step of merging recent additions; false when nothing is left to merge.
   * @param rows rows to merge in this step; a default if not given
   */
  mergeStep(rows?: number): Promise<boolean>
}

export type PassageRequest = {
  words: readonly WeightedTerm[]
  /** The question, whose meant words are searched as well; null for the words alone. */
  question: Pick<RankedQuery, 'terms' | 'alike'> | null
  /** Consecutive words; papers whose abstract contains them all are candidates too. Empty for none. */
  phrase: readonly string[]
  /** Whether a word counts by its impact, or the same wherever it occurs. */
  by: 'impact' | 'presence'
  /** Only passages of these papers; null for all. */
  ids: readonly string[] | null
  /** Maximum numbers of candidates: papers, for their short texts, and passages of full texts. */
  papers: number
  passages: number
}

/** A current public paper. */
export type VersionedPaper = { paper: Paper; version: number }

export type PassageCandidates = {
  /** All papers of the candidates below, by id. */
  papers: ReadonlyMap<string, VersionedPaper>
  /** Ids of papers whose short texts are candidates, best first. */
  shortTexts: readonly string[]
  /** Passages of full texts, best first, each with its neighbours in the section. */
  passages: readonly { paperId: string; around: readonly PlacedPassage[]; at: number }[]
  /** Weight times rarity of each query word that occurs in some paper. */
  termWeights: ReadonlyMap<string, number>
  /** The words that were searched as well, weighted in the same way. */
  meanings: readonly Meaning[]
}

export type PlaceInPaper = { paperSeq: number; place: PassagePlace }

/** A passage with its paper. `part` is known for those of full texts. */
export type PassageAt = VersionedPaper & { passage: Passage & { part?: number } }

/** A version of a paper, and the instant from which it was public. */
export type PublicVersion = { version: number; since: string }

export type PassageReader = {
  /** Public papers only. Bounded work in any corpus. */
  candidates(request: PassageRequest): Promise<PassageCandidates>
  /** Passages at places of current public texts, in the given order; those that no longer exist are left out. */
  listAt<At extends PlaceInPaper>(places: readonly At[]): Promise<(PassageAt & { at: At })[]>
  /** The passages that start in a part of a public paper's current full text, in order. */
  listByPart(paperId: string, part: number): Promise<Passage[]>
  /** A passage of the current full text of a public paper; null if `version` is not the current one. */
  findCurrent(at: {
    paperId: string
    version: number
    place: Extract<PassagePlace, { source: 'fullText' }>
  }): Promise<{ paper: Paper; passage: PlacedPassage } | null>
  /** A version of a public paper that was itself public; null otherwise. */
  findVersion(id: string, version: number): Promise<PaperWithText | null>
  /** The commentary of such a version before the current one, with its marks of evidence; null otherwise. */
  markedCommentary(id: string, version: number): Promise<string | null>
  /** The current version of a public paper; null otherwise. */
  currentVersion(id: string): Promise<number | null>
  /** The newest versions of a public paper that were public, newest first; at most `limit`. */
  listVersions(id: string, limit: number): Promise<PublicVersion[]>
}

/** A paper that shares something rare with another: concepts first, then words. */
export type RelatedPaper = { paper: Paper; shares: string[] }

/** Context for readers of a paper. Each method costs about the same in any corpus and shows public papers only. */
export type RelatedReader = {
  /** Concept ids by the names that a paper uses. */
  conceptIds(names: readonly string[]): Promise<Map<string, string>>
  mentions(paperId: string): Promise<EditorialMentions>
  /** At most `limit`, most in common first. */
  relatedPapers(paper: Paper, limit: number): Promise<RelatedPaper[]>
  /** Public papers by id, in the given order; the others are left out. */
  publicPapers(ids: readonly string[]): Promise<Paper[]>
  /** Public papers by the ids that were asked for: that of a duplicate gives the paper it was merged into. */
  publicPapersById(ids: readonly string[]): Promise<Map<string, Paper>>
  /** Null for a concept without public papers. */
  conceptTimeline(id: string): Promise<ConceptTimeline | null>
  conceptPapers(id: string, after: RankKey | null, limit: number): Promise<PaperPage>
  coOccurringConcepts(id: string, limit: number): Promise<CoOccurringConcepts>
  /** Yearly counts of concepts since `from`, by concept id. */
  conceptYears(ids: readonly string[], from: number): Promise<Map<string, ConceptYear[]>>
  conceptCoverage(limit: number): Promise<ConceptCoverage[]>
  /** Those of a severity and a state; null, or nothing, is any. */
  gaps(severity: Severity | null, state?: GapState | null): Promise<GapWithPapers[]>
  gap(id: string): Promise<GapWithPapers | null>
  /** Newest first. */
  listBriefs(): Promise<BriefSummary[]>
}
