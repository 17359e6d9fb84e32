import type { LibraryFilter } from '#core/search/library-filter.ts'
import type { FacetCounts, LibraryList, LibraryPage, LibraryPosition, LibraryReader } from '#ports/store/library.ts'
import type { Millionths } from '#core/papers/score.ts'
import type { SortOrder } from '#core/search/sort-order.ts'
import type { Db } from '#store/rows.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { countFacets, countMatches, type CountedFacets } from '#store/sql/facets/count-facets.ts'
import { findConceptRow, toIndexFilter } from './index-filter.ts'
import { labelFacets } from '#store/sql/facets/label-facets.ts'
import { toListItems, readPage } from './library-page.ts'
import { suggest } from './suggest.ts'
import { suggestConcepts, didYouMean } from './did-you-mean.ts'
import { facetCounterName } from '#store/sql/facets/index-facets.ts'
import { readCounters } from '#store/sql/facets/counters.ts'

const noMatches: FacetCounts = {
  papers: 0,
  isExact: true,
  facets: { chapter: [], year: [], type: [], concept: [], institution: [], text: [] },
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
  const indexFilter = await toIndexFilter(db, filter)
  if (indexFilter === null) return { papers: [], next: null, counts: noMatches }
  const counted = await countFacets(db, engine, indexFilter)
  const { rows, next } = await readPage({ db, engine }, { filter: indexFilter, order, from, limit }, counted.matches)
  return { papers: await toListItems(db, rows), next, counts: await toFacetCounts(db, counted) }
}

const countPapers = async (
  { db, engine }: { db: Db; engine: Engine },
  filter: LibraryFilter,
  minLongHorizon: Millionths | null,
): Promise<FacetCounts> => {
  const indexFilter = await toIndexFilter(db, filter)
  if (indexFilter === null) return noMatches
  return toFacetCounts(db, await countFacets(db, engine, { ...indexFilter, minLongHorizon }))
}

const listPage = async (
  scope: { db: Db; engine: Engine },
  filter: LibraryFilter,
  { order, from, limit }: { order: SortOrder; from: LibraryPosition | null; limit: number },
): Promise<LibraryList> => {
  const indexFilter = await toIndexFilter(scope.db, filter)
  if (indexFilter === null) return { papers: [], next: null }
  const { rows, next } = await readPage(scope, { filter: indexFilter, order, from, limit }, null)
  return { papers: rows.map(paperWithFileFromRow), next }
}

const chapterYears = async (db: Db, chapter: number): Promise<{ year: number; papers: number }[]> => {
  const rows = await readCounters(db, facetCounterName(chapter, 'year'))
  return rows.map(({ value, papers }) => ({ year: Number(value), papers })).toSorted((a, b) => a.year - b.year)
}

export const libraryReader = (db: Db, engine: Engine): LibraryReader => ({
  page: (filter, order, from, limit) => findPage({ db, engine }, filter, { order, from, limit }),
  list: (filter, order, from, limit) => listPage({ db, engine }, filter, { order, from, limit }),
  counts: (filter, minLongHorizon) => countPapers({ db, engine }, filter, minLongHorizon),
  count: async (filter, most) => {
    const indexFilter = await toIndexFilter(db, filter)
    return indexFilter === null ? { papers: 0, isExact: true } : countMatches(db, engine, { filter: indexFilter, most })
  },
  didYouMean: (text, filter) => didYouMean({ db, engine }, text, filter),
  suggest: (text) => suggest({ db, engine }, text),
  suggestConcepts: (text, limit) => suggestConcepts(db, text, limit),
  conceptName: async (id) => (await findConceptRow(db, id))?.name ?? null,
  chapterYears: (chapter) => chapterYears(db, chapter),
})
