import type { Holdings, LibraryFilter, LibraryPage, LibraryPlace, LibraryReader } from '#ports/store/library.ts'
import type { LibraryOrder } from '#core/search/sort-order.ts'
import type { Db } from '#store/rows.ts'
import type { Engine } from './engine.ts'
import { countHoldings } from './library-counts.ts'
import { findConceptRow, indexFilter } from './library-filter.ts'
import { namedFacets } from './library-labels.ts'
import { listed, readPage } from './library-pages.ts'
import { conceptsLike, didYouMean } from './library-suggest.ts'
import { shelfFacet } from './shelve.ts'
import { talliesOf } from './tallies.ts'

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
