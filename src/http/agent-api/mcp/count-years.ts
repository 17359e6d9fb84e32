import { validationFailure } from '#core/failure.ts'
import type { Millionths } from '#core/papers/score.ts'
import type { LibraryFilter } from '#core/search/library-filter.ts'
import type { FacetCount, FacetCounts, LibraryReader } from '#ports/store/library.ts'

/** Each year of a span is counted by itself. */
const MOST_YEARS = 40

type Counting = Pick<LibraryReader, 'counts'>

export type Grouping = 'chapter' | 'year' | 'type' | 'concept' | 'institution'

export type Counted = { total: number; totalIsExact: boolean; groups: FacetCount[]; groupsAreExact: boolean }

/** Groups of several years put together, the largest first. */
const merge = (groups: readonly FacetCount[]): FacetCount[] =>
  [...Map.groupBy(groups, ({ value }) => value).values()]
    .flatMap((same) => {
      const [first] = same
      return first === undefined ? [] : [{ ...first, papers: same.reduce((sum, { papers }) => sum + papers, 0) }]
    })
    .toSorted((a, b) => b.papers - a.papers)

/** Only the largest of these are counted of each year, so what lies below may be more in all. */
const isCutShort = (groupBy: Grouping): boolean => groupBy === 'concept' || groupBy === 'institution'

type CountQuery = { groupBy: Grouping; minLongHorizon: Millionths | null; yearFrom?: number; yearTo?: number }

/** Papers by a facet, within years and from a long-horizon score. Throws `invalid` for a span of too many years that have papers. */
export const countYears = async (
  library: Counting,
  filter: LibraryFilter,
  { groupBy, minLongHorizon, yearFrom = 1, yearTo = 9_999 }: CountQuery,
): Promise<Counted> => {
  const all = await library.counts(filter, minLongHorizon)
  const within = all.facets.year.filter(({ value }) => Number(value) >= yearFrom && Number(value) <= yearTo)
  const toCounted = (counts: FacetCounts): Counted => ({
    total: counts.papers,
    totalIsExact: counts.isExact,
    groups: counts.facets[groupBy],
    groupsAreExact: counts.facetsAreExact,
  })
  if (within.length === all.facets.year.length) return toCounted(all)
  if (within.length > MOST_YEARS)
    throw validationFailure([
      { path: 'yearFrom', message: `and yearTo must span at most ${MOST_YEARS} years with papers` },
    ])
  const years: FacetCounts[] = []
  // One by one: a span must not keep a connection of the database for each of its years.
  for (const { value } of within) years.push(await library.counts({ ...filter, year: Number(value) }, minLongHorizon))
  return {
    total: years.reduce((sum, { papers }) => sum + papers, 0),
    totalIsExact: years.every(({ isExact }) => isExact),
    groups: groupBy === 'year' ? within : merge(years.flatMap(({ facets }) => facets[groupBy])),
    groupsAreExact: years.every(({ facetsAreExact }) => facetsAreExact) && !(years.length > 1 && isCutShort(groupBy)),
  }
}
