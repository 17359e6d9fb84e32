import type { NamedChapter } from '#core/papers/chapter.ts'
import type { LibraryWords } from '#core/papers/library-words.ts'
import type { Paper } from '#core/papers/paper.ts'
import { libraryFacets } from '#core/search/facet-token.ts'
import type { MeaningReader } from '#ports/meaning.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import { pagesByMeaning } from '#http/paging/pages-by-meaning.ts'
import type { AuthorCounts, FacetCounts } from '#ports/store/library.ts'
import type { CitationReader } from '#ports/store/citations.ts'
import type { Store } from '#ports/store/store.ts'
import { sameForAll } from '#queries/fuse-by-meaning.ts'
import { withOpenings } from '#queries/mentioned-papers.ts'
import { searchForList } from '#queries/search.ts'
import { MAX_RANKED_HITS } from '#core/search/ranking/ranked-query.ts'
import type { RankedPage } from '#ports/store/ranking.ts'
import { readPosition, signPosition } from '#http/paging/positions.ts'
import { findRankedSuggestions, findSuggestions } from './find-suggestions.ts'
import { toLibraryFilter, toRankedFilter, withoutFacet, type LibraryQuery } from './input.ts'
import { listOrder, listOrderLinks, rankedOrderLinks, rankedOrderName, rankedSort } from './orders.ts'
import type { LibraryView } from './pages.ts'
import {
  chosenValues,
  presentHit,
  librarySearch,
  libraryUrl,
  PAPERS_PER_PAGE,
  presentEntry,
  type ActiveFilter,
  type Entry,
} from './present.ts'

/** The parts that differ between a list of all matches and a ranking. */
export type FoundView = Pick<
  LibraryView,
  'line' | 'matches' | 'entries' | 'pages' | 'orders' | 'isDated' | 'suggestions'
> & {
  authors: AuthorCounts
  /** Whether papers were compared with the question by meaning; null where that is not done. */
  semantic: boolean | null
}

export type ViewPorts = { store: Pick<Store, 'public'>; cursors: Cursors; meaning: MeaningReader | null }
type ViewInput<Query> = {
  /** As in the address. */
  query: LibraryQuery
  /** With the filters that were read in its words. */
  view: Query
  cursor: string | undefined
  chapters: readonly NamedChapter[]
  words: LibraryWords
  activeFilters: readonly ActiveFilter[]
  /** The paper that similar ones are searched for. */
  like: Paper | null
}

const MAX_COUNTED = 1_000

const pagesOf = ({ query, cursor }: ViewInput<LibraryQuery>, next: string | null): LibraryView['pages'] => ({
  first: cursor === undefined ? null : libraryUrl(query),
  next: next === null ? null : libraryUrl(query, { cursor: next }),
})

/** The counts of a view, but those of each facet that narrows it without its own choice, so that other values can be added. */
const withOpenChoices = async (
  view: LibraryQuery,
  counts: FacetCounts,
  countView: (view: LibraryQuery) => Promise<FacetCounts>,
): Promise<FacetCounts> => {
  const facets = { ...counts.facets }
  let { facetsAreExact } = counts
  for (const facet of libraryFacets) {
    if (chosenValues(view, facet).length === 0) continue
    const open = await countView(withoutFacet(view, facet))
    facets[facet] = open.facets[facet]
    facetsAreExact &&= open.facetsAreExact
  }
  return { ...counts, facets, facetsAreExact }
}

/** A view without the authors that narrow it: the authors of all of it are counted, so that others can be added. */
const withoutAuthors = (view: LibraryQuery): LibraryQuery => withoutFacet(view, 'authorName')

/** Entries with how often each paper is cited here, which a list in this order shows. */
const withCitations = async (citations: CitationReader, entries: Entry[], isOrder: boolean): Promise<Entry[]> => {
  if (!isOrder) return entries
  const counts = await citations.countsOf(entries.map(({ paper }) => paper.id))
  return entries.map((entry) => ({ ...entry, citedHere: counts.get(entry.paper.id) ?? 0 }))
}

/** All matching papers, in an order that does not depend on the words. */
export const listView = async (ports: ViewPorts, input: ViewInput<LibraryQuery>): Promise<FoundView> => {
  const { query, view, cursor, chapters, words } = input
  const { scores } = words
  const { library, related, citations } = ports.store.public
  const filter = toLibraryFilter(view)
  const question = `library /${librarySearch(query)}`
  const position = readPosition(ports.cursors, question, cursor)
  const found = await library.page(filter, listOrder(view, scores), position, PAPERS_PER_PAGE)
  const { papers, isExact } = found.counts
  const bestMatchUrl = query.match === 'all' ? libraryUrl(query, { match: null, sort: undefined }) : null
  return {
    line: {
      papers,
      isExact,
      query: view.q,
      order: null,
      allWords: null,
      strong: null,
      bestMatchUrl,
      corrections: [],
      unknownLanguage: null,
      dropped: 0,
    },
    matches: await withOpenChoices(view, found.counts, (open) => library.counts(toLibraryFilter(open))),
    authors: await library.authors(toLibraryFilter(withoutAuthors(view))),
    entries: await withCitations(
      citations,
      (await withOpenings(related, found.papers)).map((paper) => presentEntry(paper, filter.query, chapters)),
      listOrder(view, scores) === 'cited',
    ),
    pages: pagesOf(input, found.next === null ? null : signPosition(ports.cursors, question, found.next)),
    orders: listOrderLinks(query, view, { scores, hasCitations: await citations.hasCitedPapers() }),
    isDated: listOrder(view, scores) === 'added',
    suggestions:
      found.papers.length === 0 ? await findSuggestions(ports.store.public, view, { ...input, filter }) : null,
    semantic: null,
  }
}

/** How many papers have all words; null if there are more words than such a search allows. */
const countAllWords = async ({ library }: ViewPorts['store']['public'], query: LibraryQuery) => {
  const filter = toFilterWithinLimits(query)
  if (filter === null) return null
  const counted = await library.count(filter, MAX_COUNTED)
  return { ...counted, address: libraryUrl(query, { match: 'all', sort: undefined, weak: null }) }
}

const toFilterWithinLimits = (query: LibraryQuery) => {
  try {
    return toLibraryFilter(query)
  } catch {
    return null
  }
}

/** What a page says of strong and weak hits; null if all are strong, and if there are none. */
const strongLine = (
  query: LibraryQuery,
  { strong, total }: Pick<RankedPage, 'strong' | 'total'>,
): LibraryView['line']['strong'] => {
  if (strong === total) return null
  const isFolded = query.weak === null && strong > 0
  return {
    papers: strong,
    weak: total - strong,
    weakIsExact: total < MAX_RANKED_HITS,
    isFolded,
    otherUrl: libraryUrl(query, { weak: isFolded ? 'show' : null }),
  }
}

/** The papers that answer a question best. */
export const rankedView = async (ports: ViewPorts, input: ViewInput<LibraryQuery>): Promise<FoundView> => {
  const { query, view, cursor, chapters, words } = input
  const { scores } = words
  const reader = ports.store.public
  const paging = pagesByMeaning(ports, `ranked library /${librarySearch(query)}`, cursor)
  const from = paging.position ?? 0
  const asked = {
    text: view.q ?? '',
    like: input.like,
    match: 'any',
    sort: rankedSort(view, scores),
    filter: toRankedFilter(view),
    from,
    limit: PAPERS_PER_PAGE,
    relaxes: 'filters',
    isFolded: query.weak === null,
    // Asked once, though facets are counted by searches of their own.
    meaning: paging.meaning === null ? null : sameForAll(paging.meaning),
  } as const
  const found = await searchForList(reader.ranking, { ...asked, countsAuthors: view.authorName.length === 0 })
  const countOpen = (open: LibraryQuery, withAuthors = false) =>
    searchForList(reader.ranking, {
      ...asked,
      filter: toRankedFilter(open),
      sort: 'best',
      from: 0,
      limit: 0,
      relaxes: 'nothing',
      countsAuthors: withAuthors,
    })
  const { semantic, hits, counts, corrections, unknownLanguage, relaxations } = found
  const end = from + hits.length
  return {
    line: {
      papers: counts.papers,
      isExact: counts.isExact,
      query: view.q,
      order: rankedOrderName(rankedSort(view, scores), scores),
      strong: strongLine(query, found),
      allWords: view.q === null || input.like !== null ? null : await countAllWords(reader, view),
      bestMatchUrl: null,
      corrections,
      unknownLanguage,
      dropped: found.query.dropped,
    },
    matches: await withOpenChoices(view, counts, async (open) => (await countOpen(open)).counts),
    authors: view.authorName.length === 0 ? found.authors : (await countOpen(withoutAuthors(view), true)).authors,
    entries: await withCitations(
      reader.citations,
      hits.map((hit) => presentHit(hit, found, chapters)),
      rankedSort(view, scores) === 'cited',
    ),
    pages: pagesOf(input, hits.length > 0 && end < counts.papers ? paging.sign(semantic, end) : null),
    orders: rankedOrderLinks(query, { scores, hasCitations: await reader.citations.hasCitedPapers() }),
    isDated: rankedSort(view, scores) === 'added',
    suggestions: hits.length === 0 ? await findRankedSuggestions(reader, view, { ...input, relaxations }) : null,
    semantic: ports.meaning === null ? null : semantic,
  }
}
