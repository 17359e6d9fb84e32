import { plainMathematics } from '#core/text/mathematics.ts'
import { capitalized, type LibraryWords, partName } from '#core/papers/library-words.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import { chapterLabel, type NamedChapter, chapterPlace } from '#core/papers/chapter.ts'
import type { Paper } from '#core/papers/paper.ts'
import { fieldLabels } from '#core/papers/paper-fields.ts'
import type { PassagePlace } from '#core/passages/anchor.ts'
import { type HitReasons, explainHit, passageSnippet, queryTokens } from '#core/search/ranking/explain-hit.ts'
import { namedFacets, ofEachName } from '#core/search/facet-token.ts'
import { textKey } from '#core/text/tokenize.ts'
import { excerpt, highlights, splitSegments, type TextSegment } from '#core/search/highlight.ts'
import type { SearchQuery } from '#core/search/search-query.ts'
import { openingOf, withoutPaperIds } from '#core/passages/opening.ts'
import type { AuthorCounts, FacetCount, FacetCounts, PaperListItem } from '#ports/store/library.ts'
import { otherFilters, pageFacets, type LibraryQuery, type PageFacet, type UnderstoodView } from './input.ts'
import type { RankedQuery } from '#core/search/ranking/ranked-query.ts'
import type { RankedList } from '#ports/store/ranking.ts'
import { bestPassage, type FoundPassage } from '#queries/passages.ts'
import { passageUrl } from '#http/routing/passage-url.ts'
import { jsonBlock, type Html } from '#html.ts'
import { taglineSentence } from '#core/settings.ts'
import type { LiveSite } from '#ports/site.ts'

/** Papers in one page of a list. */
export const PAPERS_PER_PAGE = 20

/** One chapter among all. */
export const chapterIn = (chapters: readonly NamedChapter[], number: number): NamedChapter | undefined =>
  chapters.find((chapter) => chapter.number === number)

/** Parameters in the order they have in addresses. */
const parameters = ['q', 'like', 'match', ...pageFacets, ...otherFilters, 'sort', 'interpret', 'weak'] as const

/** The parameters of a view by name, in one order; of a facet, as many as there are chosen values. */
export const viewParameters = (
  view: LibraryQuery & { cursor?: string },
  names: readonly (keyof LibraryQuery | 'cursor')[] = [...parameters, 'cursor'],
): [name: string, value: string][] =>
  names.flatMap((name) =>
    [view[name]]
      .flat()
      .flatMap((value): [string, string][] => (value === null || value === undefined ? [] : [[name, String(value)]])),
  )

type Change = Partial<LibraryQuery> & { cursor?: string }

/** What follows the path in the address of a view, with some of its parameters changed; empty for the whole list. */
export const librarySearch = (query: LibraryQuery, change: Change = {}): string => {
  const search = new URLSearchParams(viewParameters({ ...query, ...change }))
  return search.size === 0 ? '' : `?${search.toString()}`
}

/** The address of a view, with some of its parameters changed. */
export const libraryUrl = (query: LibraryQuery, change: Change = {}): string => `/papers${librarySearch(query, change)}`

/** How authors are called, by words of their names and by the whole name. */
export const AUTHOR_LABEL = 'Author'

const facetLabels = (words: LibraryWords): Record<PageFacet, string> => ({
  chapter: 'Chapter',
  year: 'Year',
  type: capitalized(partName('types', words).one),
  concept: capitalized(partName('concepts', words).one),
  ...ofEachName((facet) => fieldLabels[facet]),
  text: 'Full text or note',
  authorName: AUTHOR_LABEL,
})

/** The name of a facet in a library. */
export const facetLabel = (facet: PageFacet, words: LibraryWords): string => facetLabels(words)[facet]

const YEAR_LABEL = 'Year'

/** A value of a facet; `papers` is null for a chosen one that is not among the values with most papers. */
type FacetValue = { value: string; label: string; papers: number | null; isChosen: boolean; address: string }

/**
 * A facet next to the list: its values, each with a box that chooses it, and a link that adds or removes it alone. `countedIn`: in how
 * many papers it was counted, if that is said of this facet alone and these are not all.
 */
export type FacetLinks = {
  facet: PageFacet
  name: string
  values: FacetValue[]
  isExact: boolean
  countedIn: number | null
}

/** The box and the link that narrow a view to papers that others here cite, or no longer. */
export type CitedLink = { isChosen: boolean; address: string }

export const presentCited = (query: LibraryQuery): CitedLink => ({
  isChosen: query.cited !== null,
  address: libraryUrl(query, { cited: query.cited === null ? 'yes' : null }),
})

/** An active filter, and the address without it. `isRead`: it was read in the words of the question. */
export type ActiveFilter = { name: string; label: string; removeUrl: string; isRead?: true }

type FilterLabels = {
  chapters: readonly NamedChapter[]
  /** By id; concepts that do not exist have none. */
  conceptNames: ReadonlyMap<string, string>
  like: Paper | null
  words: LibraryWords
}

/** The values of a facet that a view is narrowed to. */
export const chosenValues = (query: LibraryQuery, facet: PageFacet): string[] =>
  viewParameters(query, [facet]).map(([, value]) => value)

/** Whether two values of a facet are the same; names are, whatever their case and punctuation. */
const isSameValue = (facet: PageFacet, a: string, b: string): boolean =>
  a === b || ((facet === 'authorName' || namedFacets.some((named) => named === facet)) && textKey(a) === textKey(b))

/** A view with one more value of a facet, or without it if it was chosen. */
const toggled = (query: LibraryQuery, facet: PageFacet, value: string): LibraryQuery => {
  const chosen = chosenValues(query, facet)
  const others = chosen.filter((one) => !isSameValue(facet, one, value))
  const left = others.length < chosen.length ? others : [...chosen, value]
  if (facet === 'text') return { ...query, text: left.length === 0 ? null : 'yes' }
  const values = facet === 'chapter' || facet === 'year' ? left.map(Number) : left
  return { ...query, [facet]: values.toSorted((a, b) => (a < b ? -1 : 1)) }
}

const labelOf = (facet: PageFacet, value: string, { chapters, conceptNames }: Omit<FilterLabels, 'like'>): string => {
  if (facet === 'chapter') return chapterLabel(chapters, Number(value))
  if (facet === 'type') return value.replaceAll('_', ' ')
  if (facet === 'text') return 'here'
  return facet === 'concept' ? (conceptNames.get(value) ?? value) : value
}

/** How a filter is called that is not a facet. */
export const ADDED_LABEL = 'Added'
const CITED_LABEL = 'Cited'

/** `2023 to 2025`, `from 2023` or `until 2025`; null for all years. */
const yearsLabel = ({ yearFrom, yearTo }: Pick<LibraryQuery, 'yearFrom' | 'yearTo'>): string | null => {
  if (yearFrom === null) return yearTo === null ? null : `until ${yearTo}`
  if (yearTo === null) return `from ${yearFrom}`
  return yearFrom === yearTo ? String(yearFrom) : `${yearFrom} to ${yearTo}`
}

/** The filters of a view that are not facets, in words. */
export const otherLabels = (query: LibraryQuery): string[] => presentOtherFilters(query).map(({ label }) => label)

const presentOtherFilters = (query: LibraryQuery): ActiveFilter[] => {
  const years = yearsLabel(query)
  const { author, addedSince, cited } = query
  return [
    ...(author === null ? [] : [{ name: AUTHOR_LABEL, label: author, removeUrl: libraryUrl(query, { author: null }) }]),
    ...(years === null
      ? []
      : [{ name: YEAR_LABEL, label: years, removeUrl: libraryUrl(query, { yearFrom: null, yearTo: null }) }]),
    ...(addedSince === null
      ? []
      : [{ name: ADDED_LABEL, label: `since ${addedSince}`, removeUrl: libraryUrl(query, { addedSince: null }) }]),
    ...(cited === null ? [] : [{ name: CITED_LABEL, label: 'here', removeUrl: libraryUrl(query, { cited: null }) }]),
  ]
}

const likeFilter = (query: LibraryQuery, { like }: FilterLabels): ActiveFilter[] =>
  like === null
    ? []
    : [{ name: 'Papers like', label: plainMathematics(like.title), removeUrl: libraryUrl(query, { like: null }) }]

const presentTypedFilters = (query: LibraryQuery, labels: FilterLabels): ActiveFilter[] => [
  ...likeFilter(query, labels),
  ...pageFacets.flatMap((facet) =>
    chosenValues(query, facet).map((value) => ({
      name: facetLabel(facet, labels.words),
      label: labelOf(facet, value, labels),
      removeUrl: libraryUrl(toggled(query, facet, value)),
    })),
  ),
  ...presentOtherFilters(query),
]

/** The filters of a view as typed, then those that were read in its words, which become words again if one is removed. */
export const presentActiveFilters = (
  query: LibraryQuery,
  { view, read }: UnderstoodView,
  labels: FilterLabels,
): ActiveFilter[] => {
  const typed = presentTypedFilters(query, labels)
  if (read.length === 0) return typed
  const removeUrl = libraryUrl(query, { interpret: 'false' })
  const typedOnes = otherFilters.filter((name) => query[name] !== null)
  const added = { ...view, ...Object.fromEntries(typedOnes.map((name) => [name, null])) }
  return [...typed, ...presentOtherFilters(added).map((filter) => ({ ...filter, removeUrl, isRead: true as const }))]
}

/** A facet whose only value all papers share would filter nothing, so it is left out. */
const isSelective = (counts: readonly FacetCount[], { papers }: FacetCounts): boolean =>
  counts.length > 1 || counts.some((count) => count.papers < papers)

/** The values of a facet with most papers, and after them those chosen ones that are not among them. */
const presentValues = (
  query: LibraryQuery,
  { facet, counts }: { facet: PageFacet; counts: readonly FacetCount[] },
  labels: Omit<FilterLabels, 'like'>,
): FacetValue[] => {
  const chosen = chosenValues(query, facet)
  const counted = counts.map(({ value, label, papers }) => {
    const given = chosen.find((one) => isSameValue(facet, one, value))
    return {
      value: given ?? value,
      label: facet === 'chapter' ? chapterLabel(labels.chapters, Number(value)) : label,
      papers,
      isChosen: given !== undefined,
      address: libraryUrl(toggled(query, facet, value)),
    }
  })
  if (facet === 'chapter')
    counted.sort(
      (a, b) => chapterPlace(labels.chapters, Number(a.value)) - chapterPlace(labels.chapters, Number(b.value)),
    )
  const others = chosen.filter((value) => !counted.some((known) => known.value === value))
  return [
    ...counted,
    ...others.map((value) => ({
      value,
      label: labelOf(facet, value, labels),
      papers: null,
      isChosen: true,
      address: libraryUrl(toggled(query, facet, value)),
    })),
  ]
}

const isChosenFrom = (query: LibraryQuery, facet: PageFacet): boolean => chosenValues(query, facet).length > 0

/** The authors of a view: those of at least two papers, and those that were chosen. */
const presentAuthors = (
  query: LibraryQuery,
  { authors, papers, areAll }: AuthorCounts,
  labels: Omit<FilterLabels, 'like'>,
): FacetLinks[] =>
  authors.length === 0 && !isChosenFrom(query, 'authorName')
    ? []
    : [
        {
          facet: 'authorName',
          name: facetLabel('authorName', labels.words),
          values: presentValues(query, { facet: 'authorName', counts: authors }, labels),
          isExact: areAll,
          countedIn: areAll ? null : papers,
        },
      ]

export const presentFacets = (
  query: LibraryQuery,
  { matches, authors }: { matches: FacetCounts; authors: AuthorCounts },
  labels: Omit<FilterLabels, 'like'>,
): FacetLinks[] =>
  pageFacets.flatMap((facet) => {
    if (facet === 'authorName') return presentAuthors(query, authors, labels)
    const counts = matches.facets[facet]
    if (!isChosenFrom(query, facet) && !isSelective(counts, matches)) return []
    const values = presentValues(query, { facet, counts }, labels)
    return [{ facet, name: facetLabel(facet, labels.words), values, isExact: matches.facetsAreExact, countedIn: null }]
  })

/** `1,234`, or `5,000+` for a lower bound. */
export const countText = (papers: number, isExact = true): string => `${groupedNumber(papers)}${isExact ? '' : '+'}`

export const paperCountText = (papers: number, isExact = true): string =>
  `${isExact ? '' : 'More than '}${pluralize(papers, 'paper', 'papers')}`

const MAX_AUTHORS = 3
const EXCERPT_CHARACTERS = 90
/** About two lines of a wide page. */
const COMMENTARY_CHARACTERS = 180
/** Words are not highlighted beyond this: no real abstract is this long. */
const SEARCHED_CHARACTERS = 6_000

const EMPTY_QUERY: SearchQuery = { all: [], none: [] }

/** What an entry of a ranked list adds to the paper: the passage that answers best, and why it ranks here. */
export type HitDetails = {
  passage: { pieces: TextSegment[]; source: PassagePlace['source']; address: string } | null
  reasons: HitReasons
  /** Whether it is near the question in meaning. */
  isNear: boolean
}

/** A paper as an entry of a list, with the search words highlighted. */
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
  /** How many papers of the library cite it, where the list is in this order. */
  citedHere?: number
}

/** Authors in the paper's order; if there are many, the first few and one that matches the search. */
const shownAuthors = (authors: readonly string[], query: SearchQuery): TextSegment[][] => {
  const marked = authors.map((name) => splitSegments(name, highlights(name, 'authors', query)))
  const few = authors.length <= MAX_AUTHORS + 1 ? marked : marked.slice(0, MAX_AUTHORS)
  const found = marked.slice(few.length).filter((name) => name.some(({ isMatch }) => isMatch))
  return [...few, ...found.slice(0, 1)]
}

/** The place in the abstract that has the words; otherwise how the commentary begins, or else the abstract. */
const entryText = ({ commentary }: PaperListItem, abstract: string, words: SearchQuery): TextSegment[] => {
  const matched = highlights(abstract, 'abstract', words)
  if (matched.length > 0) return excerpt(abstract, matched, EXCERPT_CHARACTERS)
  return excerpt(commentary === null ? abstract : openingOf(commentary), [], COMMENTARY_CHARACTERS)
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
    excerpt: entryText(paper, abstract, words),
    topics: paper.topics
      .map((topic) => splitSegments(topic, highlights(topic, 'topics', words)))
      .filter((topic) => topic.some(({ isMatch }) => isMatch)),
    hit: null,
  }
}

/** A query with the weights of its words, and those that it means. */
type WeighedQuery = { query: RankedQuery } & Pick<RankedList, 'termWeights' | 'meanings'>

/** A query that highlights the words of a ranking in every field. */
const wordsToMark = (understood: WeighedQuery): SearchQuery => ({
  all: [[...queryTokens(understood).tokens].map((token) => ({ field: null, tokens: [token], prefix: false }))],
  none: [],
})

const presentPassage = ({ paper, passage, part }: FoundPassage, weighed: WeighedQuery): HitDetails['passage'] => {
  const { source } = passage.place
  // Editors name papers by their ids; in the text of authors “p12” is a page.
  const isByEditors = source === 'commentary' || (source === 'fullText' && paper.fullTextKind === 'note')
  const words = isByEditors ? withoutPaperIds(passage.text) : passage.text
  const { start, text, matches, isCut } = passageSnippet(words, weighed)
  const inside = splitSegments(
    text,
    matches.map((match) => ({ start: match.start - start, end: match.end - start })),
  )
  const dots = { text: '…', isMatch: false }
  return {
    pieces: [...(start > 0 ? [dots] : []), ...inside, ...(isCut ? [dots] : [])],
    source,
    address: passageUrl({ paperId: paper.id, version: null }, { place: passage.place, part }),
  }
}

export const presentHit = (
  hit: RankedList['hits'][number],
  weighed: WeighedQuery,
  chapters: readonly NamedChapter[],
): Entry & { hit: HitDetails } => {
  const { paper, inText, near } = hit
  const best = bestPassage(hit, weighed)
  // The passage replaces the excerpt.
  const shown = best === null ? paper : { ...paper, abstract: null, commentary: null }
  return {
    ...presentEntry(shown, wordsToMark(weighed), chapters),
    hit: {
      passage: best === null ? null : presentPassage(best, weighed),
      reasons: explainHit(paper, inText?.text ?? null, weighed),
      isNear: near !== null,
    },
  }
}

/** The name and address of the library, and its number of papers. */
export type CatalogSite = { site: LiveSite; publicUrl: string; papers: number }

/** The library as a schema.org data catalogue, with its downloads and its search. */
export const dataCatalog = ({ site, publicUrl, papers }: CatalogSite): Html => {
  const publisher = { '@type': 'Organization', name: site.current().name, url: `${publicUrl}/about` }
  const description = `${taglineSentence(site.current())} ${paperCountText(papers)}, chosen by ${site.current().name}.`
  const download = (path: string, encodingFormat: string) => ({
    '@type': 'DataDownload',
    contentUrl: publicUrl + path,
    encodingFormat,
  })
  return jsonBlock('application/ld+json', {
    '@context': 'https://schema.org',
    '@type': 'DataCatalog',
    '@id': `${publicUrl}/`,
    url: `${publicUrl}/`,
    name: site.current().name,
    description,
    publisher,
    isAccessibleForFree: true,
    dataset: [
      {
        '@type': 'Dataset',
        '@id': `${publicUrl}/#papers`,
        name: `Papers of ${site.current().name}`,
        description,
        creator: publisher,
        isAccessibleForFree: true,
        distribution: [download('/api/papers', 'application/json'), download('/api/v1/papers', 'application/json')],
      },
    ],
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/papers?q={query}` },
      'query-input': 'required name=query',
    },
  })
}
