import type { LibraryFilter, LibraryFacet } from '#core/search/library-filter.ts'
import type { SortOrder } from '#core/search/sort-order.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { RankKey } from '#core/papers/rank-key.ts'
import type { Millionths } from '#core/papers/score.ts'

/** Papers with one value of a facet; `value` is what a filter takes. */
export type FacetCount = { value: string; label: string; papers: number }

/** How many papers match, and how they are spread. Numbers that are not exact are least ones. */
export type FacetCounts = {
  papers: number
  isExact: boolean
  /** The largest first, years newest first; of concepts and institutions only the largest. */
  facets: Record<LibraryFacet, FacetCount[]>
  facetsAreExact: boolean
}

/** Where a page ended: how far through an order that goes by steps, and the last paper there. */
export type LibraryPosition = { step: number; after: RankKey }

export type ConceptLink = { id: string; name: string }

/** A paper as a list shows it. */
export type PaperListItem = Paper & { conceptLinks: ConceptLink[]; hasText: boolean }

export type LibraryPage = { papers: PaperListItem[]; next: LibraryPosition | null; counts: FacetCounts }

export type LibraryList = Pick<LibraryPage, 'next'> & { papers: Paper[] }

/** What the search box proposes: the best first, a few of each. */
export type LibrarySuggestions = { papers: { id: string; title: string }[]; concepts: ConceptLink[]; authors: string[] }

export type LibraryReader = {
  /** A page of accepted papers with the count of all that match; a filter for what does not exist finds none. */
  page(filter: LibraryFilter, order: SortOrder, from: LibraryPosition | null, limit: number): Promise<LibraryPage>
  /** The same page without counts, which cost more than the page. */
  list(filter: LibraryFilter, order: SortOrder, from: LibraryPosition | null, limit: number): Promise<LibraryList>
  /** The counts of such a page alone, also of papers with at least a long-horizon score; those without one have less. */
  counts(filter: LibraryFilter, minLongHorizon: Millionths | null): Promise<FacetCounts>
  /** How many papers match, counted up to a bound. */
  count(filter: LibraryFilter, most: number): Promise<{ papers: number; isExact: boolean }>
  /** The same query with words that no paper has replaced by near ones, if that finds anything within the filter. */
  didYouMean(text: string, filter: LibraryFilter): Promise<string | null>
  /** Concepts of accepted papers whose names begin with the words of a text, most papers first. */
  suggestConcepts(text: string, limit: number): Promise<ConceptLink[]>
  /** What has words that begin as those of a text do; nothing for less than three letters. What is read is bounded. */
  suggest(text: string): Promise<LibrarySuggestions>
  /** The name of a concept; null for an unknown one. */
  conceptName(id: string): Promise<string | null>
  /** Accepted papers of a chapter by year, oldest first. */
  chapterYears(chapter: number): Promise<{ year: number; papers: number }[]>
}
