import { z } from 'zod'
import { changesResponse } from '#http/agent-api/changes/present.ts'
import { maxTokensArgument } from '#http/agent-api/mcp/budget.ts'
import { entriesOf, fitEntries } from '#http/agent-api/mcp/fit-entries.ts'
import { defineTool } from '#http/agent-api/mcp/tool.ts'

const MOST_SEQ = 999_999_999_999_999

export const getChanges = defineTool({
  name: 'get_changes',
  title: 'What changed',
  description:
    'Public changes of papers, concepts, gaps, briefs and chapters after a number; ask again with nextSeq as since.',
  input: z.strictObject({
    since: z.int().min(0).max(MOST_SEQ).default(0),
    limit: z.int().min(1).max(500).default(50),
    maxTokens: maxTokensArgument(),
  }),
  output: changesResponse.extend({ estimatedTokens: z.int() }),
  answer: async ({ since, limit, maxTokens }, { ask, cursors }) => {
    const found = await ask.json<z.infer<typeof changesResponse>>('/api/v1/changes', { since, limit })
    const lastSeq = (shown: Record<string, unknown>[]): number => Number(shown.at(-1)?.seq ?? found.nextSeq)
    const { nextCursor: _, ...body } = await fitEntries(cursors, {
      question: `changes ${since}`,
      cursor: undefined,
      maxTokens,
      entries: entriesOf(found.changes.map((change) => ({ key: change }))),
      compose: (changes) => ({ changes, nextSeq: lastSeq(changes) }),
    })
    const { length } = body.changes as unknown[]
    return { body, says: `Changes after ${since}: ${length}. Ask next with since=${String(body.nextSeq)}.` }
  },
})
