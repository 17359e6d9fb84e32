import {
  ofEachName,
  type LibraryFacet,
  countFacetTokens,
  facets,
  libraryFacets,
  ofEachFacet,
  type Facet,
  type FacetToken,
  type FacetTokenCounts,
} from '#core/search/facet-token.ts'
import { researchTypes } from '#core/papers/paper.ts'
import type { ConceptLink, CountedGroups, FacetCount } from '#ports/store/library.ts'
import type { Db } from '#store/rows.ts'
import { namesOf, facetCounterName, counterValue } from './index-facets.ts'
import { sql } from 'kysely'
import { requiredFacetTokens, type Engine, type IndexFilter } from '#store/sql/engine/engine.ts'
import { countByAttributes, readCounters } from './counters.ts'

export const conceptLinks = async (db: Db, seqs: readonly number[]): Promise<Map<number, ConceptLink>> => {
  if (seqs.length === 0) return new Map()
  const rows = await db.selectFrom('concepts').select(['seq', 'id', 'name']).where('seq', 'in', seqs).execute()
  return new Map(rows.map(({ seq, id, name }) => [seq, { id, name }]))
}

const numbersOf = (counted: readonly FacetNumberCount[]): number[] => counted.map(({ number }) => number)

const numberLabel = ({ number, papers }: FacetNumberCount): FacetCount => ({
  value: String(number),
  label: String(number),
  papers,
})

/** Labels the counted numbers of a facet; `value` is what a filter takes. */
const labelFacet = async (db: Db, facet: LibraryFacet, counts: readonly FacetNumberCount[]): Promise<FacetCount[]> => {
  switch (facet) {
    case 'chapter':
      return counts.map(numberLabel).toSorted((a, b) => Number(a.value) - Number(b.value))
    case 'year':
      return counts.map(numberLabel).toSorted((a, b) => Number(b.value) - Number(a.value))
    case 'type':
      return counts.flatMap(({ number, papers }) => {
        const type = researchTypes[number]
        return type === undefined ? [] : [{ value: type, label: type.replaceAll('_', ' '), papers }]
      })
    case 'concept': {
      const concepts = await conceptLinks(db, numbersOf(counts))
      return counts.flatMap(({ number, papers }) => {
        const concept = concepts.get(number)
        return concept === undefined ? [] : [{ value: concept.id, label: concept.name, papers }]
      })
    }
    case 'text':
      return counts.map(({ papers }) => ({ value: 'yes', label: 'with full text or note', papers }))
    default: {
      const names = await namesOf(db, facet, numbersOf(counts))
      return counts.flatMap(({ number, papers }) => {
        const name = names.get(number)
        return name === undefined ? [] : [{ value: name, label: name, papers }]
      })
    }
  }
}

export const labelFacets = async (
  db: Db,
  counts: Record<LibraryFacet, FacetNumberCount[]>,
): Promise<Record<LibraryFacet, FacetCount[]>> => {
  const labelled = ofEachFacet((): FacetCount[] => [])
  for (const facet of libraryFacets) labelled[facet] = await labelFacet(db, facet, counts[facet])
  return labelled
}

/** Maximum matches counted for one page: about five milliseconds. */
const MAX_MATCHES_COUNTED = 5_000

export const LINE_END = '\n'

/** How many values of a facet are shown. */
const MAX_SHOWN: Record<LibraryFacet, number> = {
  chapter: 7,
  year: 40,
  type: 20,
  concept: 12,
  ...ofEachName(() => 8),
  text: 1,
}

type FacetNumberCount = { number: number; papers: number }

export type CountedFacets = {
  papers: number
  isExact: boolean
  /** The largest counts of each facet. */
  facetNumbers: Record<LibraryFacet, FacetNumberCount[]>
  facetsAreExact: boolean
  /** The counted matches; null if the numbers came from counters. */
  matches: Matches | null
}

/**
 * Counted matches, all or the first in public order: their keys, separated by spaces, and their facet tokens, one paper
 * a line.
 */
export type Matches = { papers: number; keys: string; tokens: string; areAll: boolean }

const asNumbers = (rows: readonly { value: string; papers: number }[]): FacetNumberCount[] =>
  rows.map(({ value, papers }) => ({ number: Number(value), papers }))

const largestCounters = async (
  db: Db,
  chapter: number | null,
  { facet, most = MAX_SHOWN[facet] }: { facet: LibraryFacet; most?: number },
): Promise<FacetNumberCount[]> =>
  asNumbers(
    await db
      .selectFrom('counters')
      .select(['value', 'papers'])
      .where('facet', '=', facetCounterName(chapter, facet))
      .where('papers', '>', 0)
      .orderBy('papers', 'desc')
      .orderBy('value')
      .limit(most)
      .execute(),
  )

/** The values of a facet that occur in the library, or in a chapter. */
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

const largestCounts = (
  counts: FacetTokenCounts,
  { facet, most = MAX_SHOWN[facet] }: { facet: LibraryFacet; most?: number },
): FacetNumberCount[] =>
  [...counts[facet]]
    .map(([number, papers]) => ({ number, papers }))
    .toSorted(bySize)
    .slice(0, most)

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

const countPapers = (db: Db, chapter: number | null): Promise<number> =>
  chapter === null ? countAllPapers(db) : findCounter(db, null, 'chapter', chapter)

/** Counts for the whole library or one chapter, from counters: costs the same for any corpus. */
const countsFromCounters = async (db: Db, chapter: number | null): Promise<CountedFacets> => {
  const papers = await countPapers(db, chapter)
  const facetNumbers = ofEachFacet((): FacetNumberCount[] => [])
  for (const facet of libraryFacets) facetNumbers[facet] = await largestCounters(db, chapter, { facet })
  return { papers, isExact: true, facetNumbers, facetsAreExact: true, matches: null }
}

/** Aggregated into one row: thousands of rows would take longer to transfer than to find. */
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

/** How many papers have one of these tokens, of which no paper has two: they are of no concepts. */
const countTokens = async (db: Db, chapter: number | null, tokens: readonly FacetToken[]): Promise<number> => {
  const wanted = countFacetTokens(tokens.join(' '))
  let papers = 0
  for (const facet of facets) {
    if (wanted[facet].size === 0) continue
    const counted = await readCounters(db, facetCounterName(chapter, facet))
    for (const { value, papers: some } of counted) if (wanted[facet].has(Number(value))) papers += some
  }
  return papers
}

/**
 * The exact number, if counters have it: for attributes, one range, or one facet, optionally within a chapter. Null for other
 * combinations.
 */
const countWithoutScan = async (db: Db, filter: IndexFilter): Promise<number | null> => {
  const { query, chapter, type, minLongHorizon, facetTokens = [], anyOf = [], cited } = filter
  if (query !== null || cited !== undefined) return null
  const [range = null] = anyOf
  if (range !== null)
    return anyOf.length > 1 ||
      facetTokens.length > 0 ||
      type !== null ||
      minLongHorizon !== null ||
      countFacetTokens(range.join(' ')).concept.size > 0
      ? null
      : countTokens(db, chapter, range)
  if (facetTokens.length === 0) return countByAttributes(db, { chapter, type, minLongHorizon })
  const tokens = requiredFacetTokens({ ...filter, chapter: null })
  const [token] = tokens
  if (minLongHorizon !== null || token === undefined || tokens.length > 1) return null
  const counts = countFacetTokens(token)
  const facet = facets.find((name) => counts[name].size > 0)
  const [number] = facet === undefined ? [] : counts[facet].keys()
  return facet === undefined || number === undefined ? null : findCounter(db, filter.chapter, facet, number)
}

/** Whether a filter finds all that it means. */
const meansAll = ({ among }: IndexFilter): boolean => among?.areAll !== false

/** Counts matches up to a limit; what counters have is exact beyond it. */
export const countMatches = async (
  db: Db,
  engine: Engine,
  { filter, most }: { filter: IndexFilter; most: number },
): Promise<{ papers: number; isExact: boolean }> => {
  const known = await countWithoutScan(db, filter)
  if (known !== null) return { papers: known, isExact: true }
  const wanted = engine.matchingKeys(filter, most + 1)
  if (wanted === null) return { papers: 0, isExact: true }
  const { rows } = await sql<{ papers: number }>`select count(*) as papers from (${wanted}) as found`.execute(db)
  const papers = rows[0]?.papers ?? 0
  return { papers: Math.min(papers, most), isExact: papers <= most && meansAll(filter) }
}

/** The largest counts of each facet, from the facet tokens of papers, one paper a line. */
export const countFacetLines = (tokens: string): CountedFacets['facetNumbers'] => {
  const counts = countFacetTokens(tokens)
  return ofEachFacet((facet) => largestCounts(counts, { facet }))
}

/** Counts matches exactly up to a limit, and only the best ones beyond it. */
const scanMatches = async (db: Db, engine: Engine, filter: IndexFilter): Promise<CountedFacets> => {
  const matches = await readMatches(db, engine, filter)
  const { papers, tokens, areAll } = matches
  const known = areAll ? papers : await countWithoutScan(db, filter)
  return {
    papers: known ?? MAX_MATCHES_COUNTED,
    isExact: known !== null && meansAll(filter),
    facetNumbers: countFacetLines(tokens),
    facetsAreExact: areAll && meansAll(filter),
    matches,
  }
}

/** Whether counters know the answer: the whole library, or a chapter. */
const isCounted = ({ query, type, minLongHorizon, facetTokens = [], anyOf = [], cited }: IndexFilter): boolean =>
  query === null &&
  cited === undefined &&
  type === null &&
  minLongHorizon === null &&
  facetTokens.length === 0 &&
  anyOf.length === 0

/** Counts the matches of a filter, in total and by facet. */
export const countFacets = (db: Db, engine: Engine, filter: IndexFilter): Promise<CountedFacets> =>
  isCounted(filter) ? countsFromCounters(db, filter.chapter) : scanMatches(db, engine, filter)

const countValues = async (db: Db, chapter: number | null, facet: LibraryFacet): Promise<number> => {
  const { values } = await db
    .selectFrom('counters')
    .select((eb) => eb.fn.countAll<number>().as('values'))
    .where('facet', '=', facetCounterName(chapter, facet))
    .where('papers', '>', 0)
    .executeTakeFirstOrThrow()
  return values
}

/** Counts the matches of a filter by one facet: its largest values, and how many values there are. */
export const countGroups = async (
  { db, engine }: { db: Db; engine: Engine },
  filter: IndexFilter,
  { facet, most }: { facet: LibraryFacet; most: number },
): Promise<CountedGroups> => {
  if (isCounted(filter))
    return {
      papers: await countPapers(db, filter.chapter),
      isExact: true,
      groups: await labelFacet(db, facet, await largestCounters(db, filter.chapter, { facet, most })),
      groupTotal: await countValues(db, filter.chapter, facet),
      groupsAreExact: true,
    }
  const { papers, isExact, facetsAreExact, matches } = await scanMatches(db, engine, filter)
  const counts = countFacetTokens(matches?.tokens ?? '')
  return {
    papers,
    isExact,
    groups: await labelFacet(db, facet, largestCounts(counts, { facet, most })),
    groupTotal: counts[facet].size,
    groupsAreExact: facetsAreExact,
  }
}
