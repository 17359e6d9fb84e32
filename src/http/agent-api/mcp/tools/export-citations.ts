import { z } from 'zod'
import { validationFailure } from '#core/failure.ts'
import type { SearchResponse } from '#http/agent-api/search/present.ts'
import type { Ask } from '#http/agent-api/mcp/ask.ts'
import { cursorArgument, maxTokensArgument, renamed } from '#http/agent-api/mcp/budget.ts'
import { fitEntries } from '#http/agent-api/mcp/fit-entries.ts'
import { missingSchema, missingText, namedPapers, paperNames } from '#http/agent-api/mcp/named-papers.ts'
import { defineTool } from '#http/agent-api/mcp/tool.ts'

/** Endings of the addresses where papers stand in these forms. */
const endings = { bibtex: '.bib', ris: '.ris', 'csl-json': '.csl.json' } as const
const formats = ['bibtex', 'ris', 'csl-json'] as const
type Format = (typeof formats)[number]

const MOST_FOUND = 50

type Chosen = { ids: string[]; missing: z.infer<typeof missingSchema> }

const choose = async (ask: Ask, { ids, query }: { ids?: string[]; query?: string }): Promise<Chosen> => {
  if (ids !== undefined) {
    const { papers, missing } = await namedPapers(ask, ids, { argument: 'ids', fields: [] })
    return { ids: papers.map(({ id }) => id), missing }
  }
  const asked = { q: query, detail: 'ids', limit: MOST_FOUND }
  const found = await renamed({ q: 'query' }, () => ask.json<SearchResponse>('/api/v1/search', asked))
  return { ids: found.hits.map(({ id }) => id), missing: [] }
}

/** Citations one behind the other, as a file of their format has them. */
const joinCitations = (format: Format, citations: readonly string[]): string =>
  format === 'csl-json'
    ? JSON.stringify(citations.flatMap((citation) => JSON.parse(citation) as unknown))
    : citations.join('\n')

export const exportCitations = defineTool({
  name: 'export_citations',
  title: 'Export citations',
  description: `Citations of papers by ids, or of the best ${MOST_FOUND} by a query.`,
  input: z.strictObject({
    ids: paperNames().optional().describe('These or query'),
    query: z.string().min(1).max(2_000).optional(),
    format: z.enum(formats).default('bibtex'),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  output: z.strictObject({
    format: z.enum(formats),
    count: z.int(),
    ids: z.array(z.string()),
    text: z.string(),
    missing: missingSchema,
    nextCursor: z.string().nullable(),
    estimatedTokens: z.int(),
  }),
  answer: async ({ ids, query, format, cursor, maxTokens }, { ask, cursors }) => {
    if ((ids === undefined) === (query === undefined))
      throw validationFailure([{ path: 'ids', message: 'or query is required, one of them' }])
    const chosen = await choose(ask, {
      ...(ids === undefined ? {} : { ids }),
      ...(query === undefined ? {} : { query }),
    })
    const body = await fitEntries(cursors, {
      question: `citations ${JSON.stringify([chosen.ids, format])}`,
      cursor,
      maxTokens,
      entries: {
        count: chosen.ids.length,
        read: async (index) => {
          const id = chosen.ids[index] ?? ''
          return { key: { id, citation: await ask.text(`/papers/${id}${endings[format]}`) } }
        },
      },
      compose: (shown) => ({
        format,
        count: shown.length,
        ids: shown.map(({ id }) => id),
        text: joinCitations(
          format,
          shown.map(({ citation }) => String(citation)),
        ),
        missing: chosen.missing,
      }),
    })
    const more = body.nextCursor === null ? '' : ' More by nextCursor.'
    return { body, says: `Citations as ${format}: ${String(body.count)}.${missingText(chosen.missing)}${more}` }
  },
})
