import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { relevanceTiers, type SortOrder, type LibraryFilter } from '#core/search/paper-filter.ts'
import type { RankKey } from '#core/papers/score.ts'
import { dayOfNumber } from '#core/calendar-day.ts'
import {
  countFacetTokens,
  facetNumber,
  facetToken,
  type FacetToken,
  type LibraryFacet,
  ofEachFacet,
} from '#core/search/facet-token.ts'
import {
  noAuthors,
  type AddedDays,
  type LibraryPosition,
  type PaperListItem,
  type CountedGroups,
  type FacetCounts,
  type LibraryList,
  type LibraryPage,
  type LibraryReader,
} from '#ports/store/library.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import type { Engine, IndexFilter } from '#store/sql/engine/engine.ts'
import {
  conceptLinks,
  LINE_END,
  countedNumbers,
  type Matches,
  countFacets,
  countGroups,
  countMatches,
  type CountedFacets,
  labelFacets,
} from '#store/sql/facets/count-facets.ts'
import { countAuthorsOfMatches } from '#store/sql/facets/authors.ts'
import { readFacetTokens, facetCounterName } from '#store/sql/facets/index-facets.ts'
import { findConceptRow, toIndexFilter } from '#store/sql/facets/index-filter.ts'
import { suggest, suggestConcepts, didYouMean } from './did-you-mean.ts'
import { searchByCitations } from './cited-order.ts'
import { findClosePapers } from './find-papers.ts'
import { readCounters } from '#store/sql/facets/counters.ts'

/** A step of an order: its papers, in public order, come before those of higher steps. */
type Step = { number: number; filter: IndexFilter }

const LAST_YEAR = 10_000
const yearStep = (year: number): number => LAST_YEAR - year

const withFacetToken = (filter: IndexFilter, mark: FacetToken): IndexFilter => ({
  ...filter,
  facetTokens: [...(filter.facetTokens ?? []), mark],
})

const LAST_DAY = 99_999
const dayStep = (day: number): number => LAST_DAY - day

/**
 * The index only supports public order. Any other order is read in steps, each a search that stops with the page:
 * years, days, hundredths of a score, or the field in which words occur.
 */
const stepsOf = async (db: Db, order: Exclude<SortOrder, 'cited'>, filter: IndexFilter): Promise<Step[]> => {
  switch (order) {
    case 'newest':
      return (await countedNumbers(db, filter.chapter, 'year')).map((year) => ({
        number: yearStep(year),
        filter: withFacetToken(filter, facetToken('year', year)),
      }))
    case 'enterprise':
      return (await countedNumbers(db, filter.chapter, 'enterprise')).map((number) => ({
        number,
        filter: withFacetToken(filter, facetToken('enterprise', number)),
      }))
    case 'added':
      return (await countedNumbers(db, filter.chapter, 'added')).map((day) => ({
        number: dayStep(day),
        filter: withFacetToken(filter, facetToken('added', day)),
      }))
    case 'relevance':
      if (filter.query !== null)
        return relevanceTiers(filter.query).map(({ query, except }, number) => ({
          number,
          filter: { ...filter, query, except },
        }))
      break
    case 'long-horizon':
  }
  return [{ number: 0, filter }]
}

/** Where a match stands is known from its tokens, but for these orders. */
type OrderOfTokens = Exclude<SortOrder, 'relevance' | 'cited'>

type PageRequest = { filter: IndexFilter; order: SortOrder; from: LibraryPosition | null; limit: number }
type FoundPaper = { row: PaperRow; step: number }

/** Searches step by step until there are enough papers. */
const searchSteps = async (
  { db, engine }: { db: Db; engine: Engine },
  { filter, order, from, limit }: PageRequest,
): Promise<FoundPaper[]> => {
  if (order === 'cited') return searchByCitations({ db, engine }, { filter, from, limit })
  const steps = await stepsOf(db, order, filter)
  const ahead = steps
    .filter(({ number }) => from === null || number >= from.step)
    .toSorted((a, b) => a.number - b.number)
  const found: FoundPaper[] = []
  for (const step of ahead) {
    const after = from?.step === step.number ? from.after : 0
    const rows = await engine.searchPage(db, step.filter, after, limit - found.length)
    found.push(...rows.map((row) => ({ row, step: step.number })))
    if (found.length >= limit) break
  }
  return found
}

/** Where a match stands in an order. */
type MatchPosition = { key: RankKey; step: number }

const stepFor: Record<OrderOfTokens, (tokens: string) => number> = {
  'long-horizon': () => 0,
  newest: (tokens) => yearStep(facetNumber('year', tokens)),
  added: (tokens) => dayStep(facetNumber('added', tokens)),
  enterprise: (tokens) => facetNumber('enterprise', tokens),
}

const matchPositions = ({ keys, tokens }: Matches, order: OrderOfTokens): MatchPosition[] => {
  const all = keys === '' ? [] : keys.split(' ').map(Number)
  // In public order the keys are enough.
  const lines = order === 'long-horizon' ? [] : tokens.split(LINE_END)
  const stepOf = stepFor[order]
  return all
    .map((key, index) => ({ key, step: stepOf(lines[index] ?? '') }))
    .toSorted((a, b) => a.step - b.step || a.key - b.key)
}

/** The positions of a page among matches already read for counting; null if not all were read. */
const pageOfMatches = (matches: Matches, { order, from, limit }: PageRequest): MatchPosition[] | null => {
  // Of too many matches only the first in public order were read.
  if (order === 'relevance' || order === 'cited' || (!matches.areAll && order !== 'long-horizon')) return null
  const ordered = matchPositions(matches, order)
  const isAhead = ({ key, step }: MatchPosition): boolean =>
    from === null || step > from.step || (step === from.step && key > from.after)
  const begin = ordered.findIndex(isAhead)
  const page = begin === -1 ? [] : ordered.slice(begin, begin + limit)
  return matches.areAll || page.length === limit ? page : null
}

const rowsAtPositions = async (db: Db, places: readonly MatchPosition[]): Promise<FoundPaper[]> => {
  if (places.length === 0) return []
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where('state', '=', 'accepted')
    .where(
      'rank_key',
      'in',
      places.map(({ key }) => key),
    )
    .execute()
  const byKey = new Map(rows.map((row) => [row.rank_key, row]))
  return places.flatMap(({ key, step }) => {
    const row = byKey.get(key)
    return row === undefined ? [] : [{ row, step }]
  })
}

export type FoundPage = { rows: PaperRow[]; next: LibraryPosition | null }

/** Reads a page of an order, with one extra paper that shows whether there is a next page. */
const readPage = async (
  scope: { db: Db; engine: Engine },
  request: PageRequest,
  matches: Matches | null,
): Promise<FoundPage> => {
  const oneMore = { ...request, limit: request.limit + 1 }
  const places = matches === null ? null : pageOfMatches(matches, oneMore)
  const found = places === null ? await searchSteps(scope, oneMore) : await rowsAtPositions(scope.db, places)
  const shown = found.slice(0, request.limit)
  const last = shown.at(-1)
  const next = found.length > request.limit && last !== undefined ? { step: last.step, after: last.row.rank_key } : null
  return { rows: shown.map(({ row }) => row), next }
}

/** Adds what a list shows of papers apart from their own fields. */
export const toListItems = async (db: Db, rows: readonly PaperRow[]): Promise<PaperListItem[]> => {
  const tokensByKey = await readFacetTokens(
    db,
    rows.map(({ rank_key }) => rank_key),
  )
  const counts = rows.map(({ rank_key }) => countFacetTokens((tokensByKey.get(rank_key) ?? []).join(' ')))
  const links = await conceptLinks(db, [...new Set(counts.flatMap(({ concept }) => [...concept.keys()]))])
  return rows.map((row, index) => ({
    ...paperWithFileFromRow(row),
    conceptLinks: [...(counts[index]?.concept.keys() ?? [])].flatMap((seq) => links.get(seq) ?? []),
    hasText: (counts[index]?.text.size ?? 0) > 0,
    addedOn: [...(counts[index]?.added.keys() ?? [])].map(dayOfNumber)[0] ?? null,
  }))
}

const noMatches: FacetCounts = {
  papers: 0,
  isExact: true,
  facets: ofEachFacet(() => []),
  facetsAreExact: true,
}

const toFacetCounts = async (db: Db, counted: CountedFacets): Promise<FacetCounts> => {
  const { papers, isExact, facetNumbers, facetsAreExact } = counted
  return { papers, isExact, facets: await labelFacets(db, facetNumbers), facetsAreExact }
}

const findPage = async (
  { db, engine }: { db: Db; engine: Engine },
  filter: LibraryFilter,
  { order, from, limit }: { order: SortOrder; from: LibraryPosition | null; limit: number },
): Promise<LibraryPage> => {
  const indexFilter = await toIndexFilter({ db, engine }, filter)
  if (indexFilter === null) return { papers: [], next: null, counts: noMatches }
  const counted = await countFacets(db, engine, indexFilter)
  const { rows, next } = await readPage({ db, engine }, { filter: indexFilter, order, from, limit }, counted.matches)
  return { papers: await toListItems(db, rows), next, counts: await toFacetCounts(db, counted) }
}

const countPapers = async ({ db, engine }: { db: Db; engine: Engine }, filter: LibraryFilter): Promise<FacetCounts> => {
  const indexFilter = await toIndexFilter({ db, engine }, filter)
  return indexFilter === null ? noMatches : toFacetCounts(db, await countFacets(db, engine, indexFilter))
}

const groupPapers = async (
  scope: { db: Db; engine: Engine },
  filter: LibraryFilter,
  asked: { facet: LibraryFacet; most: number },
): Promise<CountedGroups> => {
  const indexFilter = await toIndexFilter(scope, filter)
  return indexFilter === null
    ? { papers: 0, isExact: true, groups: [], groupTotal: 0, groupsAreExact: true }
    : countGroups(scope, indexFilter, asked)
}

const listPage = async (
  scope: { db: Db; engine: Engine },
  filter: LibraryFilter,
  { order, from, limit }: { order: SortOrder; from: LibraryPosition | null; limit: number },
): Promise<LibraryList> => {
  const indexFilter = await toIndexFilter(scope, filter)
  if (indexFilter === null) return { papers: [], next: null }
  // There may be thousands of days, too many to search one by one for a few matches.
  const counted = order === 'added' ? await countFacets(scope.db, scope.engine, indexFilter) : null
  const matches = counted?.matches ?? null
  const { rows, next } = await readPage(scope, { filter: indexFilter, order, from, limit }, matches)
  return { papers: rows.map(paperWithFileFromRow), next }
}

const chapterYears = async (db: Db, chapter: number): Promise<{ year: number; papers: number }[]> => {
  const rows = await readCounters(db, facetCounterName(chapter, 'year'))
  return rows.map(({ value, papers }) => ({ year: Number(value), papers })).toSorted((a, b) => a.year - b.year)
}

const addedDays = async (db: Db, most: number): Promise<AddedDays> => {
  const rows = await db
    .selectFrom('counters')
    .select(['value', 'papers'])
    .where('facet', '=', facetCounterName(null, 'added'))
    .where('papers', '>', 0)
    .orderBy('value', 'desc')
    .limit(most + 1)
    .execute()
  const days = rows.slice(0, most).map(({ value, papers }) => ({ day: dayOfNumber(Number(value)), papers }))
  return { days, areAll: rows.length <= most }
}

export const libraryReader = (db: Db, engine: Engine): LibraryReader => ({
  page: (filter, order, from, limit) => findPage({ db, engine }, filter, { order, from, limit }),
  list: (filter, order, from, limit) => listPage({ db, engine }, filter, { order, from, limit }),
  counts: (filter) => countPapers({ db, engine }, filter),
  authors: async (filter) => {
    const indexFilter = await toIndexFilter({ db, engine }, filter)
    return indexFilter === null ? noAuthors : countAuthorsOfMatches({ db, engine }, indexFilter)
  },
  groups: (filter, facet, most) => groupPapers({ db, engine }, filter, { facet, most }),
  count: async (filter, most) => {
    const indexFilter = await toIndexFilter({ db, engine }, filter)
    return indexFilter === null ? { papers: 0, isExact: true } : countMatches(db, engine, { filter: indexFilter, most })
  },
  didYouMean: (text, filter) => didYouMean({ db, engine }, text, filter),
  suggest: (text) => suggest({ db, engine }, text),
  suggestConcepts: (text, limit) => suggestConcepts(db, text, limit),
  findClose: (text, fields, most) => findClosePapers({ db, engine }, text, { fields, most }),
  conceptName: async (id) => (await findConceptRow(db, id))?.name ?? null,
  addedDays: (most) => addedDays(db, most),
  chapterYears: (chapter) => chapterYears(db, chapter),
})
