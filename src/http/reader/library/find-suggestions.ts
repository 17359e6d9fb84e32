import type { NamedChapter } from '#core/papers/chapter.ts'
import type { LibraryWords } from '#core/papers/library-words.ts'
import { usualOrder } from '#core/search/usual-order.ts'
import type { LibraryFilter, RankedFilter } from '#core/search/paper-filter.ts'
import { parseRankedQuery } from '#core/search/ranking/ranked-query.ts'
import { wordWeight } from '#core/search/ranking/stop-words.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { tokenize } from '#core/text/tokenize.ts'
import { unfiltered } from '#ports/store/ranking.ts'
import type { Store } from '#ports/store/store.ts'
import { searchForList, type Relaxation } from '#queries/search.ts'
import { EMPTY_LIBRARY_QUERY, pageFacets, toLibraryFilter, toRankedFilter, type LibraryQuery } from './input.ts'
import type { Suggestions } from './pages.ts'
import {
  ADDED_LABEL,
  AUTHOR_LABEL,
  presentHit,
  facetLabel,
  libraryUrl,
  presentEntry,
  type ActiveFilter,
  type Entry,
} from './present.ts'

const CONCEPTS_SUGGESTED = 5
const CLOSEST_PAPERS = 5
const MAX_LEFT_OUT_WORDS = 6
const MAX_COUNTED = 1_000

type Reader = Pick<Store, 'public'>['public']
type Shown = { chapters: readonly NamedChapter[]; words: LibraryWords; activeFilters: readonly ActiveFilter[] }

/** The closest papers within the first filter that any paper passes. */
const closestPapers = async (
  { ranking }: Reader,
  { text, filters }: { text: string; filters: readonly RankedFilter[] },
  chapters: readonly NamedChapter[],
): Promise<Entry[]> => {
  for (const within of filters) {
    const found = await searchForList(ranking, {
      ...unfiltered,
      text,
      filter: within,
      limit: CLOSEST_PAPERS,
      relaxes: 'nothing',
    })
    if (found.hits.length > 0) return found.hits.map((hit) => presentHit(hit, found, chapters))
  }
  return []
}

/** The same search without one of the words, where that finds something. */
const fewerWords = async ({ library }: Reader, query: LibraryQuery, filter: LibraryFilter) => {
  const { q } = query
  if (q === null || parseRankedQuery(q).required !== null) return []
  const words = tokenize(q).flatMap(({ parts }) => ({
    start: parts[0]?.start ?? 0,
    end: parts.at(-1)?.end ?? 0,
    isContent: parts.some(({ token }) => wordWeight(token) === 1),
  }))
  const content = words.filter(({ isContent }) => isContent)
  const found: Suggestions['fewerWords'] = []
  for (const left of content.length < 2 ? [] : content.slice(0, MAX_LEFT_OUT_WORDS)) {
    const rest = `${q.slice(0, left.start)}${q.slice(left.end)}`.replaceAll(/\s+/gu, ' ').trim()
    const { papers, isExact } = await library.count({ ...filter, query: parseSearchQuery(rest) }, MAX_COUNTED)
    if (papers > 0)
      found.push({
        word: q.slice(left.start, left.end),
        papers,
        isExact,
        address: libraryUrl(query, { q: rest, match: 'all' }),
      })
  }
  return found
}

const firstPapers = async (
  { library }: Reader,
  { chapters, words }: Omit<Shown, 'activeFilters'>,
): Promise<Entry[]> => {
  const { papers } = await library.page(
    toLibraryFilter(EMPTY_LIBRARY_QUERY),
    usualOrder(words.scores),
    null,
    CLOSEST_PAPERS,
  )
  return papers.map((paper) => presentEntry(paper, null, chapters))
}

/** Suggestions to show when no paper matches a query. */
export const findSuggestions = async (
  reader: Reader,
  query: LibraryQuery,
  { filter, chapters, words, activeFilters }: Shown & { filter: LibraryFilter },
): Promise<Suggestions> => {
  const { q } = query
  const { library } = reader
  const isCorrectable = q !== null && (await reader.ranking.correct(q)).language === null
  const corrected = isCorrectable ? await library.didYouMean(q, filter) : null
  const text = corrected ?? q
  const within = activeFilters.length === 0 ? [] : [toRankedFilter(query)]
  const plain = q === null ? '' : parseRankedQuery(q).plainText
  const closest =
    plain.trim() === ''
      ? []
      : await closestPapers(reader, { text: plain, filters: [...within, unfiltered.filter] }, chapters)
  return {
    didYouMean: corrected === null ? null : { text: corrected, address: libraryUrl(query, { q: corrected }) },
    activeFilters: activeFilters.map((filter) => ({ ...filter, papers: null })),
    unfilteredUrl: q === null ? null : libraryUrl({ ...EMPTY_LIBRARY_QUERY, q }),
    concepts: text === null ? [] : await library.suggestConcepts(text, CONCEPTS_SUGGESTED),
    fewerWords: await fewerWords(reader, query, filter),
    closest,
    highest: closest.length > 0 ? [] : await firstPapers(reader, { chapters, words }),
  }
}

const facetNames = (words: LibraryWords): Partial<Record<Relaxation['without'], string>> => ({
  ...Object.fromEntries(pageFacets.map((facet) => [facet, facetLabel(facet, words)])),
  years: facetLabel('year', words),
  yearFrom: facetLabel('year', words),
  yearTo: facetLabel('year', words),
  addedSince: ADDED_LABEL,
  author: AUTHOR_LABEL,
  authorNames: AUTHOR_LABEL,
  withText: facetLabel('text', words),
})

/** Suggestions to show when a ranking is empty: no paper passes its filters, or none has any of its words. */
export const findRankedSuggestions = async (
  reader: Reader,
  query: LibraryQuery,
  { chapters, words, activeFilters, relaxations }: Shown & { relaxations: readonly Relaxation[] },
): Promise<Suggestions> => {
  const { q, like } = query
  const closest =
    q === null
      ? []
      : await closestPapers(reader, { text: parseRankedQuery(q).plainText, filters: [unfiltered.filter] }, chapters)
  const isOneOfSeveral = ({ name }: ActiveFilter) => activeFilters.filter((other) => other.name === name).length > 1
  const facetOf = facetNames(words)
  const totals = new Map(relaxations.map(({ without, total }) => [facetOf[without], total]))
  return {
    didYouMean: null,
    // A filter that was read in words becomes words again, so that other papers are found without it.
    // The total is that without any value of a facet, so it is not that without one of several.
    activeFilters: activeFilters.map((filter) => ({
      ...filter,
      papers: filter.isRead === true || isOneOfSeveral(filter) ? null : (totals.get(filter.name) ?? null),
    })),
    unfilteredUrl: libraryUrl({ ...EMPTY_LIBRARY_QUERY, q, like }),
    concepts: q === null ? [] : await reader.library.suggestConcepts(q, CONCEPTS_SUGGESTED),
    fewerWords: [],
    closest,
    highest: closest.length > 0 ? [] : await firstPapers(reader, { chapters, words }),
  }
}
