import { validationFailure } from '#core/failure.ts'
import { type LibraryFacet, libraryFacets } from '#core/search/facet-token.ts'
import { type LibraryFilter, filterOf } from '#core/search/paper-filter.ts'
import type { CountedGroups, FacetCount, LibraryReader } from '#ports/store/library.ts'
import { z } from 'zod'
import { authorWords, MAX_QUERY_CHARACTERS, parseSearchQuery } from '#core/search/search-query.ts'
import { boundFromTen } from '#core/papers/score.ts'
import { filterArguments } from '#schemas/paper-filter.ts'
import { cursorArgument, maxTokensArgument, entriesOf, fitEntries, defineTool } from '#http/agent-api/mcp/tool.ts'

/** Each year of a range is a query of its own. */
const MAX_YEARS = 40
/** The most groups that are read at once; concepts and institutions can have more. */
const MAX_GROUPS = 1_000

type Counting = Pick<LibraryReader, 'groups'>

type Grouping = Exclude<LibraryFacet, 'text'>

/** The groups of several years added up, largest first. */
const merge = (groups: readonly FacetCount[]): FacetCount[] =>
  [...Map.groupBy(groups, ({ value }) => value).values()]
    .flatMap((same) => {
      const [first] = same
      return first === undefined ? [] : [{ ...first, papers: same.reduce((sum, { papers }) => sum + papers, 0) }]
    })
    .toSorted((a, b) => b.papers - a.papers)

type CountQuery = { groupBy: Grouping; yearFrom?: number | undefined; yearTo?: number | undefined }

/** Papers by a facet within a range of years. Throws `invalid` for a range with too many years that have papers. */
const countYears = async (
  library: Counting,
  filter: LibraryFilter,
  { groupBy, yearFrom, yearTo }: CountQuery,
): Promise<CountedGroups> => {
  if (yearFrom === undefined && yearTo === undefined) return library.groups(filter, groupBy, MAX_GROUPS)
  const known = await library.groups(filter, 'year', MAX_GROUPS)
  const within = known.groups.filter(
    ({ value }) => Number(value) >= (yearFrom ?? 0) && Number(value) <= (yearTo ?? Number.POSITIVE_INFINITY),
  )
  if (within.length > MAX_YEARS)
    throw validationFailure([
      { path: 'yearFrom', message: `and yearTo must span at most ${MAX_YEARS} years with papers` },
    ])
  const years: CountedGroups[] = []
  // One by one: a range must not take a database connection for each of its years.
  for (const { value } of within)
    years.push(await library.groups({ ...filter, year: Number(value) }, groupBy, MAX_GROUPS))
  const groups = groupBy === 'year' ? within : merge(years.flatMap((year) => year.groups))
  return {
    papers: years.reduce((sum, { papers }) => sum + papers, 0),
    isExact: known.groupsAreExact && years.every(({ isExact }) => isExact),
    groups: groups.slice(0, MAX_GROUPS),
    groupTotal: groups.length,
    // Of a year with more groups only the largest were added up.
    groupsAreExact: known.groupsAreExact && years.every((year) => year.groupsAreExact && year.groupTotal <= MAX_GROUPS),
  }
}

const groupings = libraryFacets.filter((facet): facet is Grouping => facet !== 'text')

const filters = {
  query: z.string().min(1).max(MAX_QUERY_CHARACTERS).optional().describe('Every word is required'),
  ...filterArguments,
}
type Filters = z.infer<z.ZodObject<typeof filters>>

const toQuery = ({ query = '', author = '' }: Pick<Filters, 'query' | 'author'>): LibraryFilter['query'] => {
  const words = [query.trim(), ...authorWords(author)].filter((word) => word !== '').join(' ')
  return words === '' ? null : parseSearchQuery(words)
}

const toFilter = ({
  hasFullText = false,
  minLongHorizon,
  yearFrom: _from,
  yearTo: _to,
  ...given
}: Filters): LibraryFilter => ({
  ...filterOf(given),
  query: toQuery(given),
  author: null,
  minLongHorizon: minLongHorizon === undefined ? null : boundFromTen(minLongHorizon),
  withText: hasFullText,
})

export const countPapers = defineTool({
  name: 'count_papers',
  title: 'Count papers',
  description:
    'Count papers by one of their fields, within filters, largest groups first. Numbers that are not exact are lower bounds.',
  input: z.strictObject({
    groupBy: z.enum(groupings),
    ...filters,
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  output: z.strictObject({
    groupBy: z.enum(groupings),
    total: z.int(),
    totalIsExact: z.boolean(),
    groups: z.array(z.strictObject({ value: z.string(), label: z.string(), papers: z.int() })),
    groupTotal: z.int(),
    groupsAreExact: z.boolean(),
    nextCursor: z.string().nullable(),
    estimatedTokens: z.int(),
  }),
  answer: async ({ groupBy, cursor, maxTokens, ...given }, { reader, cursors }) => {
    const counted = await countYears(reader.library, toFilter(given), { groupBy, ...given })
    const { papers: total, isExact: totalIsExact, groups, groupTotal, groupsAreExact } = counted
    const body = await fitEntries(cursors, {
      question: `count ${JSON.stringify([groupBy, given])}`,
      cursor,
      maxTokens,
      entries: entriesOf(groups.map(({ value, label, papers }) => ({ key: { value, label, papers } }))),
      compose: (shown) => ({ groupBy, total, totalIsExact, groups: shown, groupTotal, groupsAreExact }),
    })
    const most = groups.length < groupTotal ? `, of which the largest ${groups.length} can be listed` : ''
    const more = body['nextCursor'] === null ? '' : ' More by nextCursor.'
    return {
      body,
      text: `Papers: ${totalIsExact ? '' : 'at least '}${total}. Groups by ${groupBy}: ${groupsAreExact ? '' : 'at least '}${groupTotal}${most}.${more}`,
    }
  },
})
