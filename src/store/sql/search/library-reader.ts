import type { Holdings, LibraryFilter, LibraryPage, LibraryPlace, LibraryReader } from '#ports/store/library.ts'
import type { LibraryOrder } from '#core/search/sort-order.ts'
import type { Db } from '#store/rows.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { countHoldings } from '#store/sql/facets/count-facets.ts'
import { findConceptRow, indexFilter } from './index-filter.ts'
import { namedFacets } from '#store/sql/facets/label-facets.ts'
import { listed, readPage } from './library-page.ts'
import { conceptsLike, didYouMean } from './did-you-mean.ts'
import { shelfFacet } from '#store/sql/facets/index-facets.ts'
import { talliesOf } from '#store/sql/facets/counters.ts'

const nothing: Holdings = {
  papers: 0,
  isExact: true,
  facets: { chapter: [], year: [], type: [], concept: [], institution: [], text: [] },
  facetsAreExact: true,
}

const findPage = async (
  { db, engine }: { db: Db; engine: Engine },
  filter: LibraryFilter,
  { order, from, limit }: { order: LibraryOrder; from: LibraryPlace | null; limit: number },
): Promise<LibraryPage> => {
  const asked = await indexFilter(db, filter)
  if (asked === null) return { papers: [], next: null, holdings: nothing }
  const counted = await countHoldings(db, engine, asked)
  const { rows, next } = await readPage({ db, engine }, { filter: asked, order, from, limit }, counted.matches)
  const { papers, isExact, shelves, shelvesAreExact } = counted
  const facets = await namedFacets(db, shelves)
  return {
    papers: await listed(db, rows),
    next,
    holdings: { papers, isExact, facets, facetsAreExact: shelvesAreExact },
  }
}

const yearsOf = async (db: Db, chapter: number): Promise<{ year: number; papers: number }[]> => {
  const rows = await talliesOf(db, shelfFacet(chapter, 'year'))
  return rows.map(({ value, papers }) => ({ year: Number(value), papers })).toSorted((a, b) => a.year - b.year)
}

export const libraryReader = (db: Db, engine: Engine): LibraryReader => ({
  page: (filter, order, from, limit) => findPage({ db, engine }, filter, { order, from, limit }),
  didYouMean: (text, filter) => didYouMean({ db, engine }, text, filter),
  conceptsLike: (text, limit) => conceptsLike(db, text, limit),
  conceptName: async (id) => (await findConceptRow(db, id))?.name ?? null,
  yearsOf: (chapter) => yearsOf(db, chapter),
})
