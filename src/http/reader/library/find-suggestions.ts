import type { NamedChapter } from '#core/papers/chapter.ts'
import type { LibraryFilter } from '#core/search/library-filter.ts'
import { wordWeight } from '#core/search/ranking/filler-words.ts'
import { parseRankedQuery } from '#core/search/ranking/ranked-query.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { tokenize } from '#core/text/tokenize.ts'
import { unfiltered, type RankedFilter } from '#ports/store/ranking.ts'
import type { Store } from '#ports/store/store.ts'
import { searchForList, type Relaxation } from '#queries/search/search-papers.ts'
import { EMPTY_LIBRARY_QUERY, toLibraryFilter, toRankedFilter, type LibraryQuery } from './input.ts'
import type { Suggestions } from './pages/nothing-found.ts'
import { presentHit } from './present-hit.ts'
import { libraryUrl, presentEntry, type ActiveFilter, type Entry } from './present.ts'

/** What is offered in place of an empty list, each of it bounded. */
const CONCEPTS_SUGGESTED = 5
const CLOSEST_PAPERS = 5
const LEFT_OUT_WORDS = 6
const MOST_COUNTED = 1_000

type Reader = Pick<Store, 'public'>['public']
type Shown = { chapters: readonly NamedChapter[]; activeFilters: readonly ActiveFilter[] }

/** The closest papers within the first filter that lets any through. */
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

/** The same search for all words but one, where that finds something. */
const fewerWords = async ({ library }: Reader, asked: LibraryQuery, filter: LibraryFilter) => {
  const { q } = asked
  if (q === null || parseRankedQuery(q).required !== null) return []
  const words = tokenize(q).flatMap(({ parts }) => ({
    start: parts[0]?.start ?? 0,
    end: parts.at(-1)?.end ?? 0,
    isContent: parts.some(({ token }) => wordWeight(token) === 1),
  }))
  const content = words.filter(({ isContent }) => isContent)
  const found: Suggestions['fewerWords'] = []
  for (const left of content.length < 2 ? [] : content.slice(0, LEFT_OUT_WORDS)) {
    const rest = `${q.slice(0, left.start)}${q.slice(left.end)}`.replaceAll(/\s+/gu, ' ').trim()
    const { papers, isExact } = await library.count({ ...filter, query: parseSearchQuery(rest) }, MOST_COUNTED)
    if (papers > 0)
      found.push({
        word: q.slice(left.start, left.end),
        papers,
        isExact,
        address: libraryUrl(asked, { q: rest, match: 'all' }),
      })
  }
  return found
}

const highestPapers = async ({ library }: Reader, chapters: readonly NamedChapter[]): Promise<Entry[]> => {
  const { papers } = await library.page(toLibraryFilter(EMPTY_LIBRARY_QUERY), 'long-horizon', null, CLOSEST_PAPERS)
  return papers.map((paper) => presentEntry(paper, null, chapters))
}

/** What to show where no paper has what a query demands. */
export const findSuggestions = async (
  reader: Reader,
  asked: LibraryQuery,
  { filter, chapters, activeFilters }: Shown & { filter: LibraryFilter },
): Promise<Suggestions> => {
  const { q } = asked
  const { library } = reader
  const meant = q === null ? null : await library.didYouMean(q, filter)
  const text = meant ?? q
  const within = activeFilters.length === 0 ? [] : [toRankedFilter(asked)]
  const plain = q === null ? '' : parseRankedQuery(q).plainText
  const closest =
    plain.trim() === ''
      ? []
      : await closestPapers(reader, { text: plain, filters: [...within, unfiltered.filter] }, chapters)
  return {
    didYouMean: meant === null ? null : { text: meant, address: libraryUrl(asked, { q: meant }) },
    activeFilters: activeFilters.map(({ name, label, removeUrl }) => ({ name, label, removeUrl, papers: null })),
    unfilteredUrl: q === null ? null : libraryUrl({ ...EMPTY_LIBRARY_QUERY, q }),
    concepts: text === null ? [] : await library.suggestConcepts(text, CONCEPTS_SUGGESTED),
    fewerWords: await fewerWords(reader, asked, filter),
    closest,
    highest: closest.length > 0 ? [] : await highestPapers(reader, chapters),
  }
}

const facetOf: Partial<Record<Relaxation['without'], string>> = {
  chapter: 'Chapter',
  type: 'Type',
  concept: 'Concept',
  institution: 'Institution',
  years: 'Year',
  withText: 'Full text',
}

/** What to show where a ranking found nothing: its filters let nothing through, or no paper has any of its words. */
export const findRankedSuggestions = async (
  reader: Reader,
  asked: LibraryQuery & { q: string },
  { chapters, activeFilters, relaxations }: Shown & { relaxations: readonly Relaxation[] },
): Promise<Suggestions> => {
  const closest = await closestPapers(
    reader,
    { text: parseRankedQuery(asked.q).plainText, filters: [unfiltered.filter] },
    chapters,
  )
  const totals = new Map(relaxations.map(({ without, total }) => [facetOf[without], total]))
  return {
    didYouMean: null,
    activeFilters: activeFilters.map((filter) => ({ ...filter, papers: totals.get(filter.name) ?? null })),
    unfilteredUrl: libraryUrl({ ...EMPTY_LIBRARY_QUERY, q: asked.q }),
    concepts: await reader.library.suggestConcepts(asked.q, CONCEPTS_SUGGESTED),
    fewerWords: [],
    closest,
    highest: closest.length > 0 ? [] : await highestPapers(reader, chapters),
  }
}
