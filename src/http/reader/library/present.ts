import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { pluralize } from '#core/numbers/pluralize.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import type { LibraryFacet } from '#core/search/library-filter.ts'
import { excerpt, highlights, splitSegments, type TextSegment } from '#core/search/highlight.ts'
import type { SearchQuery } from '#core/search/search-query.ts'
import type { FacetCount, FacetCounts, PaperListItem } from '#ports/store/library.ts'
import type { LibraryQuery } from './input.ts'
import type { HitDetails } from './present-hit.ts'

/** Papers in one page of a list. */
export const PAPERS_PER_PAGE = 20

/** One chapter among all. */
export const chapterIn = (chapters: readonly NamedChapter[], number: number): NamedChapter | undefined =>
  chapters.find((chapter) => chapter.number === number)

/** Parameters in the order in which they stand in addresses. */
const parameters = ['q', 'match', 'chapter', 'year', 'type', 'concept', 'institution', 'text', 'sort'] as const

/** The address of a view, with some of its parameters changed. */
export const libraryUrl = (asked: LibraryQuery, change: Partial<LibraryQuery> & { cursor?: string } = {}): string => {
  const all: Record<string, string | number | null | undefined> = { ...asked, ...change }
  const search = new URLSearchParams()
  for (const name of [...parameters, 'cursor']) {
    const value = all[name]
    if (value !== null && value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? '/' : `/?${search.toString()}`
}

/** Whether the query has any filter, order or search text. */
export const isFiltered = (asked: LibraryQuery): boolean =>
  parameters.some((name) => asked[name] !== null && asked[name] !== undefined)

const facetLabels: Record<LibraryFacet, string> = {
  chapter: 'Chapter',
  year: 'Year',
  type: 'Type',
  concept: 'Concept',
  institution: 'Institution',
  text: 'Full text',
}

export const facetOrder: readonly LibraryFacet[] = ['chapter', 'year', 'type', 'concept', 'institution', 'text']

/** A facet as shown beside the list: its values, each with a link that filters by it. */
export type FacetLinks = { name: string; values: { label: string; papers: number; address: string }[] }

/** An active filter, and the address without it. */
export type ActiveFilter = { name: string; label: string; removeUrl: string }

type FilterLabels = { chapters: readonly NamedChapter[]; conceptName: string | null }

const chapterLabel = (chapters: readonly NamedChapter[], value: string): string =>
  `${value} ${chapterIn(chapters, Number(value))?.name ?? ''}`.trim()

const labelOf = (facet: LibraryFacet, value: string, { chapters, conceptName }: FilterLabels): string => {
  if (facet === 'chapter') return chapterLabel(chapters, value)
  if (facet === 'type') return value.replaceAll('_', ' ')
  if (facet === 'text') return 'here'
  return facet === 'concept' ? (conceptName ?? value) : value
}

export const presentActiveFilters = (asked: LibraryQuery, spoken: FilterLabels): ActiveFilter[] =>
  facetOrder.flatMap((facet) => {
    const value = asked[facet]
    if (value === null) return []
    return [
      {
        name: facetLabels[facet],
        label: labelOf(facet, String(value), spoken),
        removeUrl: libraryUrl(asked, { [facet]: null }),
      },
    ]
  })

/** A facet with one value that all papers have filters nothing, so it is left out. */
const isSelective = (counts: readonly FacetCount[], { papers }: FacetCounts): boolean =>
  counts.length > 1 || counts.some((count) => count.papers < papers)

export const presentFacets = (
  asked: LibraryQuery,
  counts: FacetCounts,
  chapters: readonly NamedChapter[],
): FacetLinks[] =>
  facetOrder
    // The first page has its table of contents.
    .filter((facet) => facet !== 'chapter' || isFiltered(asked))
    .filter((facet) => asked[facet] === null && isSelective(counts.facets[facet], counts))
    .map((facet) => ({
      name: facetLabels[facet],
      values: counts.facets[facet].map(({ value, label, papers }) => ({
        label: facet === 'chapter' ? chapterLabel(chapters, value) : label,
        papers,
        address: libraryUrl(asked, { [facet]: value }),
      })),
    }))

/** `1,234`, or `5,000+` for a number that is only a least one. */
export const count = (papers: number, isExact = true): string => `${groupedNumber(papers)}${isExact ? '' : '+'}`

export const countOfPapers = (papers: number, isExact = true): string =>
  `${isExact ? '' : 'More than '}${pluralize(papers, 'paper', 'papers')}`

const MAX_AUTHORS = 3
const EXCERPT_CHARACTERS = 90
/** What lies behind is not looked through for marked words: an abstract this long is none. */
const SEARCHED_CHARACTERS = 6_000

const EMPTY_QUERY: SearchQuery = { all: [], none: [] }

/** A paper as an entry of a list, with the words that were searched for marked. */
export type Entry = {
  paper: PaperListItem
  chapter: NamedChapter | undefined
  title: TextSegment[]
  authors: TextSegment[][]
  moreAuthors: number
  excerpt: TextSegment[]
  topics: TextSegment[][]
  /** Only in a ranked list. */
  hit: HitDetails | null
}

/** Authors as the paper names them; with many, the first few, and any that was searched for. */
const shownAuthors = (names_: readonly string[], query: SearchQuery): TextSegment[][] => {
  const marked = names_.map((name) => splitSegments(name, highlights(name, 'authors', query)))
  const few = names_.length <= MAX_AUTHORS + 1 ? marked : marked.slice(0, MAX_AUTHORS)
  const found = marked.slice(few.length).filter((name) => name.some(({ isMatch }) => isMatch))
  return [...few, ...found.slice(0, 1)]
}

export const presentEntry = (
  paper: PaperListItem,
  query: SearchQuery | null,
  chapters: readonly NamedChapter[],
): Entry => {
  const words = query ?? EMPTY_QUERY
  const abstract = (paper.abstract ?? '').slice(0, SEARCHED_CHARACTERS)
  const authors = shownAuthors(paper.authors, words)
  return {
    paper,
    chapter: paper.chapter === null ? undefined : chapterIn(chapters, paper.chapter),
    title: splitSegments(paper.title, highlights(paper.title, 'title', words)),
    authors,
    moreAuthors: paper.authors.length - authors.length,
    excerpt: excerpt(abstract, highlights(abstract, 'abstract', words), EXCERPT_CHARACTERS),
    topics: paper.topics
      .map((topic) => splitSegments(topic, highlights(topic, 'topics', words)))
      .filter((topic) => topic.some(({ isMatch }) => isMatch)),
    hit: null,
  }
}
