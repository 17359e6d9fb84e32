import { z } from 'zod'
import { validationFailure } from '#core/failure.ts'
import { passagesResponse, type PassagesResponse, type PresentedPassage } from '#http/agent-api/passages/present.ts'
import { cursorArgument, innerBudget, maxTokensArgument, renamed } from '#http/agent-api/mcp/budget.ts'
import { missingSchema, missingText, namedPapers, paperNames, someIds } from '#http/agent-api/mcp/named-papers.ts'
import { defineTool } from '#http/agent-api/mcp/tool.ts'

const saying = ({ match, passages, nextCursor }: PassagesResponse): string => {
  if (passages.length === 0) return 'No passage was found.'
  const places = someIds(passages.map(({ anchor }) => anchor))
  const found =
    match === 'none'
      ? `These words stand nowhere; the nearest passages are ${places}.`
      : `${match === undefined ? 'Passages' : `The words stand (${match})`} at ${places}.`
  return nextCursor === null ? found : `${found} More by nextCursor.`
}

export const findPassages = defineTool({
  name: 'find_passages',
  title: 'Find passages',
  description: 'Find the passages that answer a question, or where quoted words stand. Cite a passage by its anchor.',
  input: z.strictObject({
    query: z.string().min(1).max(2_000).optional().describe('This or quote'),
    quote: z.string().min(1).max(2_000).optional().describe('Words to find to the letter'),
    paperIds: paperNames().optional().describe('Only in these papers'),
    limit: z.int().min(1).max(50).default(10),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  output: passagesResponse.extend({ missing: missingSchema.optional() }),
  answer: async ({ query, quote, paperIds, maxTokens, ...page }, { ask, publicUrl }) => {
    const named = paperIds === undefined ? null : await namedPapers(ask, paperIds, { argument: 'paperIds', fields: [] })
    if (named?.papers.length === 0)
      throw validationFailure([{ path: 'paperIds', message: `names no public paper.${missingText(named.missing)}` }])
    const ids = named?.papers.map(({ id }) => id).join(',')
    const asked = { q: query, quote, ids, ...page, maxTokens: innerBudget(maxTokens) }
    const found = await renamed({ q: 'query', ids: 'paperIds' }, () =>
      ask.json<PassagesResponse>('/api/v1/passages', asked),
    )
    const addressed = (passage: PresentedPassage) => ({ ...passage, url: `${publicUrl()}${passage.url}` })
    const missing = named?.missing ?? []
    return {
      body: { ...found, passages: found.passages.map(addressed), ...(missing.length === 0 ? {} : { missing }) },
      says: saying(found) + missingText(missing),
    }
  },
})
