import { z } from 'zod'
import { severities } from '#core/editorial/gap.ts'
import { trends } from '#core/editorial/trend.ts'
import { kinds, listKind, showOne } from '#http/agent-api/mcp/browse.ts'
import { cursorArgument, maxTokensArgument } from '#http/agent-api/mcp/budget.ts'
import { entriesOf, fitEntries, type Entry } from '#http/agent-api/mcp/fit-entries.ts'
import { defineTool } from '#http/agent-api/mcp/tool.ts'

const item = z.looseObject({ id: z.string(), continues: z.literal(true).optional() })

/** Tells the things from their papers in one list that is cut where the answer ends. */
const marked = (isPaper: boolean, entries: readonly Entry[]): Entry[] =>
  entries.map(({ key, ...rest }) => ({ key: { ...key, isPaper }, ...rest }))

const unmarked = ({ isPaper: _isPaper, ...shown }: Record<string, unknown>) => shown

export const browseEditorial = defineTool({
  name: 'browse_editorial',
  title: 'Browse what editors wrote',
  description:
    'List chapters, concepts, research gaps or weekly briefs; with id, one of them and the papers it rests on.',
  input: z.strictObject({
    kind: z.enum(kinds),
    id: z.string().min(1).max(200).optional().describe('latest: the newest brief'),
    trend: z.enum(trends).optional().describe('Of concepts'),
    severity: z.enum(severities).optional().describe('Of gaps'),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  output: z.strictObject({
    kind: z.enum(kinds),
    items: z.array(item),
    papers: z.array(item),
    nextCursor: z.string().nullable(),
    estimatedTokens: z.int(),
  }),
  answer: async ({ kind, id, trend, severity, cursor, maxTokens }, { ask, reader, cursors }) => {
    const filters = { ...(kind === 'concepts' ? { trend } : {}), ...(kind === 'gaps' ? { severity } : {}) }
    const ports = { ask, reader }
    const found = id === undefined ? await listKind(ports, kind, filters) : await showOne[kind](ports, id)
    const entries = [...marked(false, found.items), ...marked(true, found.papers)]
    const body = await fitEntries(cursors, {
      question: `browse ${JSON.stringify([kind, id, filters])}`,
      cursor,
      maxTokens,
      entries: entriesOf(entries),
      compose: (shown) => ({
        kind,
        items: shown.filter(({ isPaper }) => isPaper === false).map(unmarked),
        papers: shown.filter(({ isPaper }) => isPaper === true).map(unmarked),
      }),
    })
    const what = id === undefined ? `${kind}: ${found.items.length}` : `${kind} ${id}; papers: ${found.papers.length}`
    return { body, says: `${what}.${body.nextCursor === null ? '' : ' More by nextCursor.'}` }
  },
})
