import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { relevanceTiers, type SortOrder } from '#core/search/sort-order.ts'
import type { RankKey } from '#core/papers/rank-key.ts'
import { countFacetTokens, facetNumber, facetToken, type FacetToken } from '#core/search/facet-token.ts'
import type { LibraryPosition, PaperListItem } from '#ports/store/library.ts'
import { type Db, type PaperRow } from '#store/rows.ts'
import type { Engine, IndexFilter } from '#store/sql/engine/engine.ts'
import { conceptLinks } from '#store/sql/facets/label-facets.ts'
import { LINE_END, countedNumbers, type Matches } from '#store/sql/facets/count-facets.ts'
import { readFacetTokens } from '#store/sql/facets/facet-tokens.ts'

/** A step of an order: its papers, in the public order, come before those of a step with a higher number. */
type Step = { number: number; filter: IndexFilter }

const LAST_YEAR = 10_000
const yearStep = (year: number): number => LAST_YEAR - year

const withFacetToken = (filter: IndexFilter, mark: FacetToken): IndexFilter => ({
  ...filter,
  facetTokens: [...(filter.facetTokens ?? []), mark],
})

/**
 * The index knows the public order only. Any other order is read step by step, each a search of its own that stops with
 * the page: years, hundredths of a score, or the field of the words.
 */
const stepsOf = async (db: Db, order: SortOrder, filter: IndexFilter): Promise<Step[]> => {
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

type PageRequest = { filter: IndexFilter; order: SortOrder; from: LibraryPosition | null; limit: number }
type FoundPaper = { row: PaperRow; step: number }

/** Searches the steps in turn until there are enough papers. */
const searchSteps = async (
  { db, engine }: { db: Db; engine: Engine },
  { filter, order, from, limit }: PageRequest,
): Promise<FoundPaper[]> => {
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

/** The step of a match in an order. */
type MatchPosition = { key: RankKey; step: number }

const stepFor: Record<Exclude<SortOrder, 'relevance'>, (tokens: string) => number> = {
  'long-horizon': () => 0,
  newest: (tokens) => yearStep(facetNumber('year', tokens)),
  enterprise: (tokens) => facetNumber('enterprise', tokens),
}

const matchPositions = ({ keys, tokens }: Matches, order: Exclude<SortOrder, 'relevance'>): MatchPosition[] => {
  const all = keys === '' ? [] : keys.split(' ').map(Number)
  // In the public order the keys are enough.
  const lines = order === 'long-horizon' ? [] : tokens.split(LINE_END)
  const stepOf = stepFor[order]
  return all
    .map((key, index) => ({ key, step: stepOf(lines[index] ?? '') }))
    .toSorted((a, b) => a.step - b.step || a.key - b.key)
}

/** The positions of a page among matches that were counted anyway; null where those are not all. */
const pageOfMatches = (matches: Matches, { order, from, limit }: PageRequest): MatchPosition[] | null => {
  // Of too many matches only the first in the public order were read.
  if (order === 'relevance' || (!matches.areAll && order !== 'long-horizon')) return null
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

/** Reads a page of an order. It reads one paper more than requested, which shows whether there is a next page. */
export const readPage = async (
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

/** What a list shows of a paper besides its own fields. */
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
  }))
}
