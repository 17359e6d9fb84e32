import { z } from 'zod'
import type { LibraryFilter } from '#core/search/library-filter.ts'
import { MAX_QUERY_CHARACTERS, parseSearchQuery } from '#core/search/search-query.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { boundFromTen } from '#core/papers/score.ts'
import { countYears } from '#http/agent-api/mcp/count-years.ts'
import { cursorArgument, maxTokensArgument } from '#http/agent-api/mcp/budget.ts'
import { entriesOf, fitEntries } from '#http/agent-api/mcp/fit-entries.ts'
import { defineTool } from '#http/agent-api/mcp/tool.ts'

const groupings = ['chapter', 'year', 'type', 'concept', 'institution'] as const

const filters = {
  query: z.string().min(1).max(MAX_QUERY_CHARACTERS).optional().describe('Every word is required'),
  chapter: z.int().min(1).max(7).optional(),
  type: z.enum(researchTypes).optional(),
  concept: z.string().max(200).optional().describe('Id'),
  institution: z.string().max(500).optional(),
  author: z.string().max(300).optional(),
  hasFullText: z.boolean().optional(),
}
const year = () => z.int().min(1).max(9_999).optional()
type Filters = z.infer<z.ZodObject<typeof filters>>

/** Words of an author as the search language has them. */
const authorWords = (author: string): string[] =>
  (author.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => `author:${word}`)

const toQuery = ({ query = '', author = '' }: Filters): LibraryFilter['query'] => {
  const words = [query.trim(), ...authorWords(author)].filter((word) => word !== '').join(' ')
  return words === '' ? null : parseSearchQuery(words)
}

const toFilter = ({ hasFullText = false, ...exact }: Filters): LibraryFilter => ({
  query: toQuery(exact),
  chapter: exact.chapter ?? null,
  year: null,
  type: exact.type ?? null,
  concept: exact.concept ?? null,
  institution: exact.institution ?? null,
  withText: hasFullText,
})

export const countPapers = defineTool({
  name: 'count_papers',
  title: 'Count papers',
  description:
    'Count papers by chapter, year, type, concept or institution, within filters. Numbers that are not exact are least ones.',
  input: z.strictObject({
    groupBy: z.enum(groupings),
    ...filters,
    yearFrom: year(),
    yearTo: year(),
    minLongHorizon: z.number().min(0).max(10).optional(),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  output: z.strictObject({
    groupBy: z.enum(groupings),
    total: z.int(),
    totalIsExact: z.boolean(),
    groups: z.array(z.strictObject({ value: z.string(), label: z.string(), papers: z.int() })),
    groupsAreExact: z.boolean(),
    nextCursor: z.string().nullable(),
    estimatedTokens: z.int(),
  }),
  answer: async (
    { groupBy, cursor, maxTokens, yearFrom, yearTo, minLongHorizon = null, ...asked },
    { reader, cursors },
  ) => {
    const least = minLongHorizon === null ? null : boundFromTen(minLongHorizon)
    const years = { ...(yearFrom === undefined ? {} : { yearFrom }), ...(yearTo === undefined ? {} : { yearTo }) }
    const counted = await countYears(reader.library, toFilter(asked), {
      groupBy,
      minLongHorizon: least,
      ...years,
    })
    const { total, totalIsExact, groups, groupsAreExact } = counted
    const body = await fitEntries(cursors, {
      question: `count ${JSON.stringify([groupBy, asked, years, least])}`,
      cursor,
      maxTokens,
      entries: entriesOf(groups.map(({ value, label, papers }) => ({ key: { value, label, papers } }))),
      compose: (shown) => ({ groupBy, total, totalIsExact, groups: shown, groupsAreExact }),
    })
    return { body, says: `Papers: ${totalIsExact ? '' : 'at least '}${total}. Groups by ${groupBy}: ${groups.length}.` }
  },
})
