import { sql } from 'kysely'
import type { LibraryFacet } from '#core/search/library-filter.ts'
import { countFacetTokens, facets, type Facet, type FacetTokenCounts } from '#core/search/facet-token.ts'
import type { Db } from '#store/rows.ts'
import { requiredFacetTokens, type Engine, type IndexFilter } from '#store/sql/engine/engine.ts'
import { countByAttributes } from './counters.ts'
import { facetCounterName, counterValue } from './index-facets.ts'

/** Matches that are counted for one page at most; about five milliseconds. */
const MAX_MATCHES_COUNTED = 5_000

export const LINE_END = '\n'

/** How many numbers of a facet are shown at most. */
const MAX_SHOWN: Record<LibraryFacet, number> = { chapter: 7, year: 40, type: 20, concept: 12, institution: 8, text: 1 }

export type FacetNumberCount = { number: number; papers: number }

export type CountedFacets = {
  papers: number
  isExact: boolean
  /** The largest counts of each facet. */
  facetNumbers: Record<LibraryFacet, FacetNumberCount[]>
  facetsAreExact: boolean
  /** The matches that were counted; null where counters had the numbers. */
  matches: Matches | null
}

/** All matches, or the first in the public order: their keys, joined by blanks, and their facet tokens, one paper a line. */
export type Matches = { papers: number; keys: string; tokens: string; areAll: boolean }

const asNumbers = (rows: readonly { value: string; papers: number }[]): FacetNumberCount[] =>
  rows.map(({ value, papers }) => ({ number: Number(value), papers }))

const largestCounters = async (db: Db, chapter: number | null, facet: LibraryFacet): Promise<FacetNumberCount[]> =>
  asNumbers(
    await db
      .selectFrom('counters')
      .select(['value', 'papers'])
      .where('facet', '=', facetCounterName(chapter, facet))
      .where('papers', '>', 0)
      .orderBy('papers', 'desc')
      .orderBy('value')
      .limit(MAX_SHOWN[facet])
      .execute(),
  )

/** The numbers of a facet that some paper of the library, or of a chapter, has. */
export const countedNumbers = async (db: Db, chapter: number | null, facet: Facet): Promise<number[]> => {
  const rows = await db
    .selectFrom('counters')
    .select('value')
    .where('facet', '=', facetCounterName(chapter, facet))
    .where('papers', '>', 0)
    .execute()
  return rows.map(({ value }) => Number(value))
}

const bySize = (a: FacetNumberCount, b: FacetNumberCount): number => b.papers - a.papers || a.number - b.number

const largestCounts = (counts: FacetTokenCounts, facet: LibraryFacet): FacetNumberCount[] =>
  [...counts[facet]]
    .map(([number, papers]) => ({ number, papers }))
    .toSorted(bySize)
    .slice(0, MAX_SHOWN[facet])

const mapFacets = async <T>(of: (facet: LibraryFacet) => Promise<T> | T): Promise<Record<LibraryFacet, T>> => ({
  chapter: await of('chapter'),
  year: await of('year'),
  type: await of('type'),
  concept: await of('concept'),
  institution: await of('institution'),
  text: await of('text'),
})

const findCounter = async (db: Db, chapter: number | null, facet: Facet, number: number): Promise<number> => {
  const row = await db
    .selectFrom('counters')
    .select('papers')
    .where('facet', '=', facetCounterName(chapter, facet))
    .where('value', '=', counterValue(number))
    .executeTakeFirst()
  return row?.papers ?? 0
}

const countAllPapers = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('counters')
    .select((eb) => eb.fn.sum<number | null>('papers').as('papers'))
    .where('facet', '=', facetCounterName(null, 'year'))
    .executeTakeFirst()
  return row?.papers ?? 0
}

/** The whole library, or a chapter of it: counted already, at the same cost for any corpus. */
const countsFromCounters = async (db: Db, chapter: number | null): Promise<CountedFacets> => ({
  papers: chapter === null ? await countAllPapers(db) : await findCounter(db, null, 'chapter', chapter),
  isExact: true,
  facetNumbers: await mapFacets((facet) => largestCounters(db, chapter, facet)),
  facetsAreExact: true,
  matches: null,
})

/** How many papers match, up to a bound. */
export const countMatches = async (
  db: Db,
  engine: Engine,
  { filter, most }: { filter: IndexFilter; most: number },
): Promise<{ papers: number; isExact: boolean }> => {
  const wanted = engine.matchingKeys(filter, most + 1)
  if (wanted === null) return { papers: 0, isExact: true }
  const { rows } = await sql<{ papers: number }>`select count(*) as papers from (${wanted}) as found`.execute(db)
  const papers = rows[0]?.papers ?? 0
  return { papers: Math.min(papers, most), isExact: papers <= most }
}

/** The two texts come in one row: thousands of rows would take longer to hand over than to find. */
const readMatches = async (db: Db, engine: Engine, filter: IndexFilter): Promise<Matches> => {
  const wanted = engine.matchingKeys(filter, MAX_MATCHES_COUNTED + 1)
  if (wanted === null) return { papers: 0, keys: '', tokens: '', areAll: true }
  const { rows } = await sql<{ papers: number; keys: string | null; tokens: string | null }>`
    select count(*) as papers, string_agg(cast(found.rank_key as text), ' ') as keys,
      string_agg(facet_tokens.tokens, ${LINE_END}) as tokens
    from (${wanted}) as found join facet_tokens on facet_tokens.rank_key = found.rank_key`.execute(db)
  const { papers = 0, keys, tokens } = rows[0] ?? {}
  return { papers, keys: keys ?? '', tokens: tokens ?? '', areAll: papers <= MAX_MATCHES_COUNTED }
}

/** The exact number from counters: for attributes, or a single facet, perhaps in one chapter; null for other combinations. */
const countWithoutScan = async (db: Db, filter: IndexFilter): Promise<number | null> => {
  const { query, chapter, type, minLongHorizon, facetTokens = [] } = filter
  if (query !== null) return null
  if (facetTokens.length === 0) return countByAttributes(db, { chapter, type, minLongHorizon })
  const tokens = requiredFacetTokens({ ...filter, chapter: null })
  const [token] = tokens
  if (minLongHorizon !== null || token === undefined || tokens.length > 1) return null
  const counts = countFacetTokens(token)
  const facet = facets.find((name) => counts[name].size > 0)
  const [number] = facet === undefined ? [] : counts[facet].keys()
  return facet === undefined || number === undefined ? null : findCounter(db, filter.chapter, facet, number)
}

/** The largest counts of each facet among papers, given their facet tokens, one paper a line. */
export const countFacetLines = (tokens: string): Promise<CountedFacets['facetNumbers']> => {
  const counts = countFacetTokens(tokens)
  return mapFacets((facet) => largestCounts(counts, facet))
}

/** Counts the matches: exactly up to a bound, and beyond it the best of them only. */
const scanMatches = async (db: Db, engine: Engine, filter: IndexFilter): Promise<CountedFacets> => {
  const matches = await readMatches(db, engine, filter)
  const { papers, tokens, areAll } = matches
  const known = areAll ? papers : await countWithoutScan(db, filter)
  return {
    papers: known ?? MAX_MATCHES_COUNTED,
    isExact: known !== null,
    facetNumbers: await countFacetLines(tokens),
    facetsAreExact: areAll,
    matches,
  }
}

/** Counts what a filter finds, in total and by facet. */
export const countFacets = (db: Db, engine: Engine, filter: IndexFilter): Promise<CountedFacets> => {
  const { query, type, minLongHorizon, facetTokens = [] } = filter
  return query === null && type === null && minLongHorizon === null && facetTokens.length === 0
    ? countsFromCounters(db, filter.chapter)
    : scanMatches(db, engine, filter)
}
