import type { ChapterRecord } from '#ports/store/chapters.ts'
import { excerpt, highlights, splitSegments, type TextSegment } from '#core/search/highlight.ts'
import type { SortOrder } from '#core/search/sort-order.ts'
import type { SearchQuery } from '#core/search/search-query.ts'
import type { FacetCount, FacetCounts, LibraryFacet, PaperListItem } from '#ports/store/library.ts'
import type { Asked } from './input.ts'

/** The record of one chapter among all. */
export const chapterIn = (chapters: readonly ChapterRecord[], number: number): ChapterRecord | undefined =>
  chapters.find((chapter) => chapter.number === number)

/** Parameters in the order in which they stand in addresses. */
const parameters = ['q', 'chapter', 'year', 'type', 'concept', 'institution', 'text', 'sort'] as const

/** The address of a view, with some of what was asked changed. */
export const addressOf = (asked: Asked, change: Partial<Asked> & { cursor?: string } = {}): string => {
  const all: Record<string, string | number | null | undefined> = { ...asked, ...change }
  const search = new URLSearchParams()
  for (const name of [...parameters, 'cursor']) {
    const value = all[name]
    if (value !== null && value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? '/' : `/?${search.toString()}`
}

/** Whether anything was asked beyond opening the library. */
export const isNarrowed = (asked: Asked): boolean =>
  parameters.some((name) => asked[name] !== null && asked[name] !== undefined)

const names: Record<LibraryFacet, string> = {
  chapter: 'Chapter',
  year: 'Year',
  type: 'Type',
  concept: 'Concept',
  institution: 'Institution',
  text: 'Full text',
}

export const facetOrder: readonly LibraryFacet[] = ['chapter', 'year', 'type', 'concept', 'institution', 'text']

/** A facet as it stands beside the list: what to narrow down to, or what the list is narrowed down to already. */
export type Facet = { name: string; values: { label: string; papers: number; address: string }[] }

/** One filter in force, and the address without it. */
export type Chosen = { name: string; label: string; without: string }

type Spoken = { chapters: readonly ChapterRecord[]; conceptName: string | null }

const chapterLabel = (chapters: readonly ChapterRecord[], value: string): string =>
  `${value} ${chapterIn(chapters, Number(value))?.name ?? ''}`.trim()

const labelOf = (facet: LibraryFacet, value: string, { chapters, conceptName }: Spoken): string => {
  if (facet === 'chapter') return chapterLabel(chapters, value)
  if (facet === 'type') return value.replaceAll('_', ' ')
  if (facet === 'text') return 'here'
  return facet === 'concept' ? (conceptName ?? value) : value
}

export const presentChosen = (asked: Asked, spoken: Spoken): Chosen[] =>
  facetOrder.flatMap((facet) => {
    const value = asked[facet]
    if (value === null) return []
    return [
      {
        name: names[facet],
        label: labelOf(facet, String(value), spoken),
        without: addressOf(asked, { [facet]: null }),
      },
    ]
  })

/** A facet with one value tells nothing when all papers have it, so it is left out; as are those in force. */
const isTelling = (counts: readonly FacetCount[], { papers }: FacetCounts): boolean =>
  counts.length > 1 || counts.some((count) => count.papers < papers)

export const presentFacets = (asked: Asked, holdings: FacetCounts, chapters: readonly ChapterRecord[]): Facet[] =>
  facetOrder
    // The first page has its table of contents.
    .filter((facet) => facet !== 'chapter' || isNarrowed(asked))
    .filter((facet) => asked[facet] === null && isTelling(holdings.facets[facet], holdings))
    .map((facet) => ({
      name: names[facet],
      values: holdings.facets[facet].map(({ value, label, papers }) => ({
        label: facet === 'chapter' ? chapterLabel(chapters, value) : label,
        papers,
        address: addressOf(asked, { [facet]: value }),
      })),
    }))

const orderNames: Record<SortOrder, string> = {
  'long-horizon': 'long-horizon score',
  enterprise: 'enterprise score',
  newest: 'newest',
  relevance: 'relevance',
}

/** Orders to choose from; relevance means something only for a search. */
export const presentOrders = (asked: Asked, order: SortOrder) =>
  (Object.keys(orderNames) as SortOrder[])
    .filter((name) => name !== 'relevance' || asked.q !== null)
    .map((name) => ({
      name: orderNames[name],
      isChosen: name === order,
      address: addressOf(asked, { sort: name === 'long-horizon' ? undefined : name }),
    }))

const grouped = new Intl.NumberFormat('en')

/** `1,234`, or `5,000+` for a number that is only a least one. */
export const count = (papers: number, isExact = true): string => `${grouped.format(papers)}${isExact ? '' : '+'}`

export const countOfPapers = (papers: number, isExact = true): string =>
  `${isExact ? '' : 'More than '}${grouped.format(papers)} ${papers === 1 ? 'paper' : 'papers'}`

const AUTHORS_SHOWN = 3
const EXCERPT_CHARACTERS = 90
/** What lies behind is not looked through for marked words: an abstract this long is none. */
const SEARCHED_CHARACTERS = 6_000

const NO_WORDS: SearchQuery = { all: [], none: [] }

/** A paper as an entry of a list, with the words that were searched for marked. */
export type Entry = {
  paper: PaperListItem
  chapter: ChapterRecord | undefined
  title: TextSegment[]
  authors: TextSegment[][]
  moreAuthors: number
  excerpt: TextSegment[]
  topics: TextSegment[][]
}

/** Authors as the paper names them; with many, the first few, and any that was searched for. */
const shownAuthors = (names_: readonly string[], query: SearchQuery): TextSegment[][] => {
  const marked = names_.map((name) => splitSegments(name, highlights(name, 'authors', query)))
  const few = names_.length <= AUTHORS_SHOWN + 1 ? marked : marked.slice(0, AUTHORS_SHOWN)
  const found = marked.slice(few.length).filter((name) => name.some(({ isMatch }) => isMatch))
  return [...few, ...found.slice(0, 1)]
}

export const presentEntry = (
  paper: PaperListItem,
  query: SearchQuery | null,
  chapters: readonly ChapterRecord[],
): Entry => {
  const words = query ?? NO_WORDS
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
  }
}
