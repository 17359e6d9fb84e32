import { seqOf } from '#core/papers/score.ts'
import { dayNumber } from '#core/calendar-day.ts'
import { facetNumber, ofEachName } from '#core/search/facet-token.ts'
import { filtersOnly, everyPaper, type RankedFilter } from '#core/search/paper-filter.ts'
import type { Pattern, SearchQuery } from '#core/search/search-query.ts'
import { tokenize } from '#core/text/tokenize.ts'
import type { RankedRequest, RankedSort } from '#ports/store/ranking.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { type Engine, paddedKeys } from '#store/sql/engine/engine.ts'
import { toIndexFilter } from '#store/sql/facets/index-filter.ts'
import { MAX_RANKED_HITS } from '#core/search/ranking/ranked-query.ts'
import { MAX_CANDIDATES, type Candidate } from './find-candidates.ts'

/** Maximum papers that pass the required conditions of a query; of more, the first in public order. */
const MAX_ALLOWED = 5_000

/** Which papers may be hits, as far as the word index knows; null allows all. */
export type Restriction = { allowed: ReadonlySet<number> | null; excluded: ReadonlySet<number> }

const authorPatterns = (author: string | null): Pattern[][] =>
  author === null
    ? []
    : tokenize(author).flatMap(({ parts }) =>
        parts.map(({ token }): Pattern[] => [{ field: 'authors', tokens: [token], prefix: false }]),
      )

/** The conditions that need the index; the others are checked on columns. */
const named = ({ oneOf, ...filter }: RankedFilter) => {
  const { chapter: _chapter, year: _year, type: _type, ...choices } = oneOf ?? {}
  return {
    concept: filter.concept,
    authorNames: filter.authorNames,
    ...ofEachName((facet) => filter[facet]),
    oneOf: Object.keys(choices).length === 0 ? null : choices,
  }
}

type Scope = { db: Db; engine: Engine }

const matchingSeqs = async (
  { db, engine }: Scope,
  query: SearchQuery | null,
  { filter }: RankedRequest,
): Promise<Set<number>> => {
  const indexFilter = await toIndexFilter({ db, engine }, { ...everyPaper, ...named(filter), query })
  const keys = indexFilter === null ? null : engine.matchingKeys(indexFilter, MAX_ALLOWED)
  if (keys === null) return new Set()
  const { rows } = await db.executeQuery<{ rank_key: number }>(keys.compile(db))
  return new Set(rows.map(({ rank_key }) => seqOf(rank_key)))
}

/**
 * Searches the word index for the required conditions of a query: operators, all words, an author, a concept, an
 * institution.
 */
export const findRestriction = async (scope: Scope, request: RankedRequest): Promise<Restriction> => {
  const { query, match, filter } = request
  const required = match === 'all' ? query.whole : (query.required ?? { all: [], none: [] })
  const all = [...required.all, ...authorPatterns(filter.author)]
  const isNamed = !filtersOnly(named(filter))
  const none = new Set<number>()
  if (match === 'all' && all.length === 0 && required.none.length === 0) return { allowed: none, excluded: none }
  if (all.length > 0 || isNamed) {
    const asked = all.length + required.none.length === 0 ? null : { all, none: required.none }
    return { allowed: await matchingSeqs(scope, asked, request), excluded: none }
  }
  if (required.none.length === 0) return { allowed: null, excluded: none }
  const unwanted = { all: [required.none], none: [] }
  return { allowed: null, excluded: await matchingSeqs(scope, unwanted, request) }
}

const EXAMINED_AT_ONCE = 500

type Attributes = Pick<PaperRow, 'seq' | 'chapter' | 'type' | 'year' | 'long_horizon' | 'enterprise'> & {
  text: number | null
  /** Only where the day is asked for on which a paper became public. */
  tokens?: string
  /** Only where hits are filtered or ordered by them. */
  citations?: number | null
}

type Wanted = { withDay: boolean; withCitations: boolean }

const readAttributes = async (
  db: Db,
  seqs: readonly number[],
  { withDay, withCitations }: Wanted,
): Promise<Map<number, Attributes>> => {
  const rows = await db
    .selectFrom('papers')
    .leftJoin('paper_texts', 'paper_texts.paper_seq', 'papers.seq')
    .select([
      'papers.seq',
      'papers.chapter',
      'papers.type',
      'papers.year',
      'papers.long_horizon',
      'papers.enterprise',
      'paper_texts.paper_seq as text',
    ])
    .where('papers.seq', 'in', paddedKeys(seqs))
    .where('papers.state', '=', 'accepted')
    .$if(withDay, (query) =>
      query.innerJoin('facet_tokens', 'facet_tokens.rank_key', 'papers.rank_key').select('facet_tokens.tokens'),
    )
    .$if(withCitations, (query) =>
      query.leftJoin('cited_papers', 'cited_papers.paper_seq', 'papers.seq').select('cited_papers.citations'),
    )
    .execute()
  return new Map(rows.map((row) => [row.seq, row]))
}

const attributes = ['chapter', 'type', 'yearFrom', 'yearTo', 'addedSince', 'minLongHorizon'] as const

/** Facets of which several values are checked on columns. */
const columnChoices = ['chapter', 'year', 'type'] as const

const isChosen = ({ oneOf }: RankedFilter, row: Attributes): boolean =>
  columnChoices.every((facet) => {
    const values: readonly unknown[] | undefined = oneOf?.[facet]
    return values === undefined || values.includes(row[facet])
  })

const addedOn = ({ tokens = '' }: Attributes): number => facetNumber('added', tokens)

const passes = (filter: RankedFilter, row: Attributes): boolean => {
  const { chapter, type, yearFrom, yearTo, addedSince, minLongHorizon, withText, citedHere } = filter
  return (
    isChosen(filter, row) &&
    (chapter === null || row.chapter === chapter) &&
    (type === null || row.type === type) &&
    (yearFrom === null || row.year >= yearFrom) &&
    (yearTo === null || row.year <= yearTo) &&
    (addedSince === null || addedOn(row) >= dayNumber(addedSince)) &&
    (minLongHorizon === null || (row.long_horizon ?? -1) >= minLongHorizon) &&
    (!withText || row.text !== null) &&
    (!citedHere || (row.citations ?? 0) > 0)
  )
}

const hasAttributes = ({ withText, citedHere, oneOf, ...filter }: RankedFilter): boolean =>
  withText ||
  citedHere ||
  attributes.some((name) => filter[name] !== null) ||
  columnChoices.some((facet) => oneOf?.[facet] !== undefined)

const orderBy: Record<Exclude<RankedSort, 'best'>, (row: Attributes) => number> = {
  longHorizon: (row) => row.long_horizon ?? -1,
  enterprise: (row) => row.enterprise ?? -1,
  newest: (row) => row.year,
  added: addedOn,
  cited: (row) => row.citations ?? 0,
}

/** How many candidates a filter may have to examine. */
export const candidatesFor = (filter: RankedFilter): number =>
  hasAttributes(filter) ? MAX_CANDIDATES : MAX_RANKED_HITS

/** The candidates that pass a filter, in the requested order, up to the maximum number of hits. */
export const filterHits = async (
  db: Db,
  candidates: readonly Candidate[],
  { filter, sort }: { filter: RankedFilter; sort: RankedSort },
): Promise<Candidate[]> => {
  if (!hasAttributes(filter) && sort === 'best') return candidates.slice(0, MAX_RANKED_HITS)
  const wanted = {
    withDay: filter.addedSince !== null || sort === 'added',
    withCitations: filter.citedHere || sort === 'cited',
  }
  const found: { hit: Candidate; row: Attributes }[] = []
  for (let first = 0; first < Math.min(candidates.length, MAX_CANDIDATES); first += EXAMINED_AT_ONCE) {
    const some = candidates.slice(first, first + EXAMINED_AT_ONCE)
    const rows = await readAttributes(
      db,
      some.map(({ seq }) => seq),
      wanted,
    )
    for (const hit of some) {
      const row = rows.get(hit.seq)
      if (row !== undefined && passes(filter, row)) found.push({ hit, row })
    }
    if (found.length >= MAX_RANKED_HITS) break
  }
  const hits = found.slice(0, MAX_RANKED_HITS)
  const keyOf = sort === 'best' ? null : orderBy[sort]
  const ordered = keyOf === null ? hits : hits.toSorted((a, b) => keyOf(b.row) - keyOf(a.row))
  return ordered.map(({ hit }) => hit)
}
