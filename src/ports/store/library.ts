import type { LibraryFilter, SortOrder } from '#core/search/paper-filter.ts'
import type { SearchField } from '#core/search/search-query.ts'
import type { LibraryFacet } from '#core/search/facet-token.ts'
import type { CalendarDay } from '#core/calendar-day.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { RankKey } from '#core/papers/score.ts'
import type { MapCell, MapPoint, MapRegion } from '#core/papers/map-grid.ts'
import type { PaperPage } from './papers.ts'
import type { KnownPaper } from '#core/cited-references.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import type { LibraryWork } from '#core/report/library-work.ts'

/** Papers with one value of a facet; `value` is what a filter takes. */
export type FacetCount = { value: string; label: string; papers: number }

/** How many papers match, in total and by facet. Counts that are not exact are minimums. */
export type FacetCounts = {
  papers: number
  isExact: boolean
  /** Largest first, years newest first; of concepts and institutions only the largest. */
  facets: Record<LibraryFacet, FacetCount[]>
  facetsAreExact: boolean
}

/**
 * The authors of at least two matching papers, most papers first, in so many of the first matches. Numbers are minimums if these are not all.
 */
export type AuthorCounts = { authors: FacetCount[]; papers: number; areAll: boolean }
export const noAuthors: AuthorCounts = { authors: [], papers: 0, areAll: true }

/** How many papers match, in total and by one facet. Counts that are not exact are minimums. */
export type CountedGroups = {
  papers: number
  isExact: boolean
  /** Largest first, years newest first. */
  groups: FacetCount[]
  /** How many values there are, of which the largest are listed. */
  groupTotal: number
  groupsAreExact: boolean
}

/** Where a page ended: the step of its order (years, hundredths of a score, fields) and the last paper. */
export type LibraryPosition = { step: number; after: RankKey }

export type ConceptLink = { id: string; name: string }

/** A paper as a list shows it. `addedOn`: when it first became public. */
export type PaperListItem = Paper & { conceptLinks: ConceptLink[]; hasText: boolean; addedOn: CalendarDay | null }

/** The latest days on which papers first became public, latest first, with their numbers; `areAll` if there are no earlier ones. */
export type AddedDays = { days: { day: CalendarDay; papers: number }[]; areAll: boolean }

export type LibraryPage = { papers: PaperListItem[]; next: LibraryPosition | null; counts: FacetCounts }

export type LibraryList = Pick<LibraryPage, 'next'> & { papers: Paper[] }

/** Suggestions for the search box: a few of each, best first. */
export type LibrarySuggestions = { papers: { id: string; title: string }[]; concepts: ConceptLink[]; authors: string[] }

export type LibraryReader = {
  /** A page of accepted papers with counts of all matches. Empty if the filter names something that does not exist. */
  page(filter: LibraryFilter, order: SortOrder, from: LibraryPosition | null, limit: number): Promise<LibraryPage>
  /** The same page without its counts, which take longer than the page. */
  list(filter: LibraryFilter, order: SortOrder, from: LibraryPosition | null, limit: number): Promise<LibraryList>
  /** The counts of such a page alone. */
  counts(filter: LibraryFilter): Promise<FacetCounts>
  /** The authors of the first matches in public order. Bounded work in any corpus. */
  authors(filter: LibraryFilter): Promise<AuthorCounts>
  /** Counts by one facet, with at most so many of its values. */
  groups(filter: LibraryFilter, facet: LibraryFacet, most: number): Promise<CountedGroups>
  /** Counts matches up to a limit. */
  count(filter: LibraryFilter, most: number): Promise<{ papers: number; isExact: boolean }>
  /** The query with unknown words replaced by similar known ones, if that finds anything within the filter. */
  didYouMean(text: string, filter: LibraryFilter): Promise<string | null>
  /** Concepts of accepted papers whose names start with a text, most papers first. */
  suggestConcepts(text: string, limit: number): Promise<ConceptLink[]>
  /**
   * Papers, concepts and authors with words that start like those of a text. Empty below three letters. Bounded work in
   * any corpus.
   */
  suggest(text: string): Promise<LibrarySuggestions>
  /**
   * Public papers with words in these fields that begin like those of a text, closest first; where there is none, despite one or
   * two typos in a word. Words below three letters do not count. Bounded work in any corpus.
   */
  findClose(text: string, fields: readonly SearchField[], most: number): Promise<Paper[]>
  /** The name of a concept; null for an unknown one. */
  conceptName(id: string): Promise<string | null>
  /** At most so many days on which papers became public. */
  addedDays(most: number): Promise<AddedDays>
  /** Accepted papers of a chapter by year, oldest first. */
  chapterYears(chapter: number): Promise<{ year: number; papers: number }[]>
}

export type RankedCount = { name: string; papers: number }

/** Counts of accepted papers for figures. All but the points cost the same at any size of the corpus. */
export type PlotReader = {
  /** Papers with both scores, by chapter; null counts those without a chapter. */
  mappedByChapter(): Promise<{ chapter: number | null; papers: number }[]>
  /** Cells with papers; of all chapters when `chapter` is null. */
  cells(chapter: number | null): Promise<MapCell[]>
  /** Papers on the map, in no particular order. */
  points(chapter: number | null, atMost: number): Promise<MapPoint[]>
  /** Papers within a region, in the public order. */
  region(region: MapRegion, after: RankKey | null, limit: number): Promise<PaperPage>
  /** Papers by year, oldest first; of all chapters when `chapter` is null. */
  years(chapter: number | null): Promise<{ year: number; papers: number }[]>
  /** Papers by chapter; null counts those without one. */
  chapters(): Promise<{ chapter: number | null; papers: number }[]>
  /** The institutions with most papers, and how many there are in all. */
  institutions(atMost: number): Promise<{ all: number; top: RankedCount[] }>
  /** The same for the hosts of the papers' URLs. */
  sources(atMost: number): Promise<{ all: number; top: RankedCount[] }>
  /** Papers by the month of their first acceptance (`2026-11`), oldest first. */
  acceptedByMonth(): Promise<{ month: string; papers: number }[]>
}

/** When something public last changed, in ISO 8601. */
export type Changed = { changedAt: string }

/** For crawlers: public papers in parts of at most 10,000, in the order they were stored. */
export type SitemapReader = {
  /** Parts with public papers, in order. Costs one look-up per part. */
  parts(): Promise<(Changed & { part: number })[]>
  /** Public papers of a part, least recently changed first; empty for a part that does not exist. */
  papers(part: number): Promise<(Changed & { id: string })[]>
  /** The authors of the next public papers of a part, in the order they were stored. */
  authors(part: number, after: number | null, limit: number): Promise<{ seq: number; authors: string[] }[]>
}

export type ReferenceReader = {
  /**
   * Public or retracted papers that have one of these identifiers or titles; a merged duplicate gives the paper it was
   * merged into. At most 20.
   */
  find(named: Identifiers & { titleKeys: readonly string[] }): Promise<KnownPaper[]>
  /**
   * Public and retracted papers, and duplicates merged into one, that have one of these ids, identifiers, addresses or titles: at most
   * 20 for each of them.
   */
  works(named: NamedWorks): Promise<LibraryWork[]>
  /** Retracted papers, and duplicates merged into one, which no search finds; at most so many, the latest first. */
  withdrawn(most: number): Promise<LibraryWork[]>
}

export type NamedWorks = Record<'ids' | 'dois' | 'arxivIds' | 'urls' | 'titleKeys', readonly string[]>
