import { z } from 'zod'
import { researchTypes } from '#core/papers/paper.ts'
import { rankedSorts } from '#ports/store/ranking.ts'
import { searchResponse, type SearchResponse } from '#http/agent-api/search/present.ts'
import { details } from '#http/agent-api/token-budget.ts'
import { cursorArgument, innerBudget, maxTokensArgument, renamed } from '#http/agent-api/mcp/budget.ts'
import { someIds } from '#http/agent-api/mcp/named-papers.ts'
import { defineTool } from '#http/agent-api/mcp/tool.ts'

const MOST_HITS = 100
const year = () => z.int().min(1).max(9_999).optional()

const saying = ({ total, hits, corrections, nextCursor }: SearchResponse): string => {
  if (total === 0) return 'No paper matches; relaxations says what would.'
  const corrected = corrections.map(({ from, to }) => `${from} was read as ${to}`)
  return [
    `Papers that match: ${total}. Here: ${someIds(hits.map(({ id }) => id))}.`,
    ...(corrected.length === 0 ? [] : [`${corrected.join(', ')}.`]),
    ...(nextCursor === null ? [] : ['More by nextCursor.']),
  ].join(' ')
}

export const searchPapers = defineTool({
  name: 'search_papers',
  title: 'Search papers',
  description: 'Find papers by a question in plain words or by terms; best first, each with the passage that matched.',
  input: z.strictObject({
    query: z.string().min(1).max(2_000).describe('May hold "a phrase", -word, OR, title:word, author:name'),
    match: z.enum(['any', 'all']).optional().describe('all: every word is required'),
    chapter: z.int().min(1).max(7).optional(),
    type: z.enum(researchTypes).optional(),
    concept: z.string().max(300).optional().describe('Id from browse_editorial'),
    author: z.string().max(300).optional(),
    institution: z.string().max(300).optional(),
    yearFrom: year(),
    yearTo: year(),
    minLongHorizon: z.number().min(0).max(10).optional().describe('Least score for long runs of steps'),
    hasFullText: z.boolean().optional(),
    sort: z.enum(rankedSorts).optional(),
    detail: z.enum(details).optional(),
    limit: z.int().min(1).max(MOST_HITS).default(20),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  output: searchResponse,
  answer: async ({ query, maxTokens, ...given }, { ask, publicUrl }) => {
    const asked = { q: query, ...given, maxTokens: innerBudget(maxTokens) }
    const found = await renamed({ q: 'query' }, () => ask.json<SearchResponse>('/api/v1/search', asked))
    return { body: { ...found, rerunUrl: `${publicUrl()}${found.rerunUrl}` }, says: saying(found) }
  },
})
