import { z } from 'zod'
import { cursorArgument, defineTool, entriesOf, fitEntries, maxTokensArgument } from '#http/agent-api/mcp/tool.ts'
import type { PresentedReport } from '#schemas/report-schema.ts'

const MAX_CHARACTERS = 200_000

/** `Citations: 12; quotations: 3; problems: 1.` */
const describeSummary = ({ citations, quotations, problems }: PresentedReport['summary']): string =>
  `Citations: ${citations}; quotations: ${quotations}; problems: ${problems}.`

/** Citations and quotations by line; a quotation has `nearest`. */
const inOrder = ({ citations, quotations }: PresentedReport): Record<string, unknown>[] =>
  [...citations, ...quotations].toSorted((a, b) => a.line - b.line)

export const checkText = defineTool({
  name: 'check_text',
  title: 'Check a text',
  description: 'Check what a text you wrote cites and quotes: a verdict for each citation and quotation, by line.',
  input: z.strictObject({
    text: z.string().min(1).max(MAX_CHARACTERS).describe('Markdown or plain'),
    strict: z.boolean().default(false).describe('unknown is a problem too'),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  // The route describes the answer; this is read before each conversation, so it says little.
  output: z.looseObject({ summary: z.looseObject({ problems: z.int() }) }),
  answer: async ({ text, strict, cursor, maxTokens }, { api, cursors }) => {
    const report = await api.post<PresentedReport>(`/api/v1/check${strict ? '?strict=true' : ''}`, { text })
    const { summary } = report
    const body = await fitEntries(cursors, {
      question: `check ${strict ? 'strict ' : ''}${text}`,
      cursor,
      maxTokens,
      entries: entriesOf(inOrder(report).map((key) => ({ key }))),
      compose: (shown) => ({
        summary,
        citations: shown.filter((one) => !('nearest' in one)),
        quotations: shown.filter((one) => 'nearest' in one),
      }),
    })
    return { body, text: describeSummary(summary) }
  },
})
