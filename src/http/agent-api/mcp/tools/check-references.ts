import { z } from 'zod'
import { MOST_REFERENCES } from '#http/agent-api/references/input.ts'
import { referencesResponse } from '#http/agent-api/references/present.ts'
import { cursorArgument, maxTokensArgument } from '#http/agent-api/mcp/budget.ts'
import { entriesOf, fitEntries } from '#http/agent-api/mcp/fit-entries.ts'
import { someIds } from '#http/agent-api/mcp/named-papers.ts'
import { defineTool } from '#http/agent-api/mcp/tool.ts'

type Results = z.infer<typeof referencesResponse>['results']

/** `In the library: 3; ambiguous: 1; absent: 2. Retracted: p7.` */
const saying = (results: Results): string => {
  const count = (wanted: string): number => results.filter(({ result }) => result === wanted).length
  const retracted = results.flatMap(({ id, retracted: is }) => (id !== undefined && is === true ? [id] : []))
  const counts = `In the library: ${count('in_corpus')}; ambiguous: ${count('ambiguous')}; absent: ${count('absent')}.`
  return retracted.length === 0 ? counts : `${counts} Retracted: ${someIds(retracted)}.`
}

export const checkReferences = defineTool({
  name: 'check_references',
  title: 'Check references',
  description:
    'Tell which papers here some references mean: in_corpus, ambiguous or absent, and whether retracted. Absent says nothing about other libraries.',
  input: z.strictObject({
    references: z
      .array(z.string().min(1).max(2_000))
      .min(1)
      .max(MOST_REFERENCES)
      .describe('DOI, arXiv id, BibTeX entry or printed reference'),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  output: referencesResponse.extend({ nextCursor: z.string().nullable(), estimatedTokens: z.int() }),
  answer: async ({ references, cursor, maxTokens }, { ask, cursors }) => {
    const { results } = await ask.post<z.infer<typeof referencesResponse>>('/api/v1/references/check', { references })
    const body = await fitEntries(cursors, {
      question: `references ${JSON.stringify(references)}`,
      cursor,
      maxTokens,
      entries: entriesOf(results.map((result) => ({ key: result }))),
      compose: (shown) => ({ results: shown }),
    })
    return { body, says: saying(results) }
  },
})
