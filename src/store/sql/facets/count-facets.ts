import { sql } from 'kysely'
import { countMarks, shelves, type Shelf, type ShelfCounts } from '#core/search/facet-token.ts'
import type { LibraryFacet } from '#ports/store/library.ts'
import type { Db } from '#store/rows.ts'
import { marksAsked, type Engine, type IndexFilter } from '#store/sql/engine/engine.ts'
import { shelfFacet, tallyValue } from './index-facets.ts'

/** So many matches are looked through for one page; about five milliseconds. */
const COUNTED_AT_MOST = 5_000

export const LINE_END = '\n'

/** The largest numbers of a shelf that are shown. */
const SHOWN: Record<LibraryFacet, number> = { chapter: 7, year: 40, type: 20, concept: 12, institution: 8, text: 1 }

export type ShelfNumber = { number: number; papers: number }

export type Counted = {
  papers: number
  isExact: boolean
  /** Papers at the largest numbers of each shelf. */
  shelves: Record<LibraryFacet, ShelfNumber[]>
  shelvesAreExact: boolean
  /** What was looked through; null where the numbers were known already. */
  matches: Matches | null
}

/** Matches, all or the first in the public order: their keys with blanks between, and their marks, one a line. */
export type Matches = { papers: number; keys: string; marks: string; areAll: boolean }

const asNumbers = (rows: readonly { value: string; papers: number }[]): ShelfNumber[] =>
  rows.map(({ value, papers }) => ({ number: Number(value), papers }))

const largestTallies = async (db: Db, chapter: number | null, shelf: LibraryFacet): Promise<ShelfNumber[]> =>
  asNumbers(
    await db
      .selectFrom('tallies')
      .select(['value', 'papers'])
      .where('facet', '=', shelfFacet(chapter, shelf))
      .where('papers', '>', 0)
      .orderBy('papers', 'desc')
      .orderBy('value')
      .limit(SHOWN[shelf])
      .execute(),
  )

/** The numbers of a shelf at which papers of the library, or of a chapter, stand. */
export const talliedNumbers = async (db: Db, chapter: number | null, shelf: Shelf): Promise<number[]> => {
  const rows = await db
    .selectFrom('tallies')
    .select('value')
    .where('facet', '=', shelfFacet(chapter, shelf))
    .where('papers', '>', 0)
    .execute()
  return rows.map(({ value }) => Number(value))
}

const bySize = (a: ShelfNumber, b: ShelfNumber): number => b.papers - a.papers || a.number - b.number

const largest = (counts: ShelfCounts, shelf: LibraryFacet): ShelfNumber[] =>
  [...counts[shelf]]
    .map(([number, papers]) => ({ number, papers }))
    .toSorted(bySize)
    .slice(0, SHOWN[shelf])

const everyFacet = async <T>(of: (facet: LibraryFacet) => Promise<T> | T): Promise<Record<LibraryFacet, T>> => ({
  chapter: await of('chapter'),
  year: await of('year'),
  type: await of('type'),
  concept: await of('concept'),
  institution: await of('institution'),
  text: await of('text'),
})

const tally = async (db: Db, chapter: number | null, shelf: Shelf, number: number): Promise<number> => {
  const row = await db
    .selectFrom('tallies')
    .select('papers')
    .where('facet', '=', shelfFacet(chapter, shelf))
    .where('value', '=', tallyValue(number))
    .executeTakeFirst()
  return row?.papers ?? 0
}

const everything = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('tallies')
    .select((eb) => eb.fn.sum<number | null>('papers').as('papers'))
    .where('facet', '=', shelfFacet(null, 'year'))
    .executeTakeFirst()
  return row?.papers ?? 0
}

/** The whole library, or a chapter of it: counted already, at the same cost for any corpus. */
const countedAlready = async (db: Db, chapter: number | null): Promise<Counted> => ({
  papers: chapter === null ? await everything(db) : await tally(db, null, 'chapter', chapter),
  isExact: true,
  shelves: await everyFacet((facet) => largestTallies(db, chapter, facet)),
  shelvesAreExact: true,
  matches: null,
})

/** The two texts come in one row: thousands of rows would take longer to hand over than to find. */
const readMatches = async (db: Db, engine: Engine, filter: IndexFilter): Promise<Matches> => {
  const wanted = engine.matchingKeys(filter, COUNTED_AT_MOST + 1)
  if (wanted === null) return { papers: 0, keys: '', marks: '', areAll: true }
  const { rows } = await sql<{ papers: number; keys: string | null; marks: string | null }>`
    select count(*) as papers, string_agg(cast(found.rank_key as text), ' ') as keys,
      string_agg(shelf_marks.marks, ${LINE_END}) as marks
    from (${wanted}) as found join shelf_marks on shelf_marks.rank_key = found.rank_key`.execute(db)
  const { papers = 0, keys, marks } = rows[0] ?? {}
  return { papers, keys: keys ?? '', marks: marks ?? '', areAll: papers <= COUNTED_AT_MOST }
}

/** The number behind a single filter, perhaps in one chapter, is counted already; null for filters that meet. */
const behindOneFilter = async (db: Db, filter: IndexFilter): Promise<number | null> => {
  const marks = marksAsked({ ...filter, chapter: null })
  const [mark] = marks
  if (filter.query !== null || mark === undefined || marks.length > 1) return null
  const counts = countMarks(mark)
  const shelf = shelves.find((name) => counts[name].size > 0)
  const [number] = shelf === undefined ? [] : counts[shelf].keys()
  return shelf === undefined || number === undefined ? null : tally(db, filter.chapter, shelf, number)
}

/** Looks through the matches: exact up to a bound, and beyond it what the best of them tell. */
const lookThrough = async (db: Db, engine: Engine, filter: IndexFilter): Promise<Counted> => {
  const matches = await readMatches(db, engine, filter)
  const { papers, marks, areAll } = matches
  const counts = countMarks(marks)
  const known = areAll ? papers : await behindOneFilter(db, filter)
  return {
    papers: known ?? COUNTED_AT_MOST,
    isExact: known !== null,
    shelves: await everyFacet((facet) => largest(counts, facet)),
    shelvesAreExact: areAll,
    matches,
  }
}

/** Counts what a filter finds, and how it is spread over the shelves. */
export const countHoldings = (db: Db, engine: Engine, filter: IndexFilter): Promise<Counted> => {
  const { query, type, marks = [] } = filter
  return query === null && type === null && marks.length === 0
    ? countedAlready(db, filter.chapter)
    : lookThrough(db, engine, filter)
}
