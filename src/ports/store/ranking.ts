import type { Paper, ResearchType } from '#core/papers/paper.ts'
import type { Millionths } from '#core/papers/score.ts'
import type { FacetCounts, PaperListItem } from './library.ts'
import type { PlacedPassage } from '#core/passages/text-parts.ts'
import type { RankedQuery } from '#core/search/ranking/ranked-query.ts'

/** What a ranking is narrowed down to; what is null lets every paper through. */
export type RankedFilter = {
  chapter: number | null
  type: ResearchType | null
  /** The id of a concept. */
  concept: string | null
  institution: string | null
  /** Words of an author's name. */
  author: string | null
  yearFrom: number | null
  yearTo: number | null
  minLongHorizon: Millionths | null
  withText: boolean
}

export const rankedSorts = ['best', 'longHorizon', 'enterprise', 'newest'] as const
export type RankedSort = (typeof rankedSorts)[number]

export type RankedRequest = {
  query: RankedQuery
  match: 'any' | 'all'
  filter: RankedFilter
  sort: RankedSort
  /** Hits that come before the page. */
  from: number
  limit: number
}

/** The first hits of a question, best first, whatever the papers are. */
export const unfiltered: Omit<RankedRequest, 'query' | 'limit'> = {
  match: 'any',
  filter: {
    chapter: null,
    type: null,
    concept: null,
    institution: null,
    author: null,
    yearFrom: null,
    yearTo: null,
    minLongHorizon: null,
    withText: false,
  },
  sort: 'best',
  from: 0,
}

/**
 * A paper as it stands. The score says how hits of one ranking compare, nothing else. `inText` is the passage of its full
 * text that says most of the question, where one was found.
 */
export type RankedHit = { paper: Paper; version: number; score: number; inText: PlacedPassage | null }

/**
 * A page of a ranking. `total` counts its hits, of which there are at most 1,000; `worth` tells what each word that some
 * paper has is worth: its weight times its rarity.
 */
export type RankedPage = { hits: RankedHit[]; total: number; worth: ReadonlyMap<string, number> }

/** A page of a ranking as a list shows it, with its hits counted by facets. */
export type RankedList = Omit<RankedPage, 'hits'> & {
  hits: (Omit<RankedHit, 'paper'> & { paper: PaperListItem })[]
  counts: FacetCounts
}

/** A misspelt word and what was searched for it. */
export type Correction = { from: string; to: string }

/** A question as it is searched for. */
export type UnderstoodText = { text: string; corrections: Correction[]; synonyms: string[] }

export type RankingReader = {
  /** The papers that answer a question best, first. What is read is bounded, whatever the corpus. */
  search(request: RankedRequest): Promise<RankedPage>
  /** The same for a list, which shows more of each paper. */
  list(request: RankedRequest): Promise<RankedList>
  /** The text with near words in place of those that no paper has, and other names of the concepts that it names. */
  correct(text: string): Promise<UnderstoodText>
}

export type RankingWriter = {
  /**
   * One small step of merging what was added lately; false when nothing is left to merge.
   * @param rows how much the step takes, where it should be less or more than usual
   */
  mergeStep(rows?: number): Promise<boolean>
}
