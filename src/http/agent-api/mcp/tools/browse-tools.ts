import { isOn, type LibraryWords } from '#core/papers/library-words.ts'
import { Failure } from '#core/failure.ts'
import { parseChapter } from '#core/papers/chapter.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import type { Paper } from '#core/papers/paper.ts'
import { presentAgentListedPaper } from '#schemas/agent-paper.ts'
import {
  type RouteQuery,
  type Entry,
  type ToolPorts,
  cursorArgument,
  maxTokensArgument,
  entriesOf,
  fitEntries,
  defineTool,
  type Tool,
} from '#http/agent-api/mcp/tool.ts'
import { z } from 'zod'
import { severities } from '#core/editorial/gap.ts'
import { trends } from '#core/editorial/trend.ts'

const kinds = ['chapters', 'concepts', 'gaps', 'briefs'] as const
export type Kind = (typeof kinds)[number]

/** One editorial item, or a list of them; and the papers that it rests on. */
export type Browsed = { items: Entry[]; papers: Entry[] }

type Item = Record<string, unknown>
type Ports = Pick<ToolPorts, 'api' | 'reader'>

const MAX_PAPERS = 20

/** An item as a route presents it; `texts` names the fields that may be cut. */
const toEntry = (item: Item, key: readonly string[], texts: readonly string[]): Entry => {
  const part = (isOfPart: (name: string) => boolean): Item =>
    Object.fromEntries(Object.entries(item).filter(([name]) => isOfPart(name)))
  return {
    key: part((name) => key.includes(name)),
    card: part((name) => !key.includes(name) && !texts.includes(name)),
    texts: texts.flatMap((name) => (typeof item[name] === 'string' && item[name] !== '' ? [[name, item[name]]] : [])),
  }
}

const paperEntries = (papers: readonly Paper[]): Entry[] =>
  papers.map((paper) => ({ key: { ...presentAgentListedPaper(paper) } }))

const fetchItems = async (
  { api }: Ports,
  path: string,
  { name, query }: { name: string; query: RouteQuery },
): Promise<Item[]> => (await api.json<Record<string, Item[]>>(path, { ...query, detail: 'abstract' }))[name] ?? []

/** All items of a kind. */
const listKind = async (ports: Ports, kind: Kind, query: RouteQuery): Promise<Browsed> => {
  if (kind === 'chapters') {
    const chapters = await ports.reader.chapters.names()
    return { items: chapters.map(({ number, name }) => ({ key: { id: String(number), name } })), papers: [] }
  }
  const items = await fetchItems(ports, `/api/v1/${kind}`, { name: kind, query })
  return { items: items.map((item) => toEntry(item, ['id'], ['definition', 'summary'])), papers: [] }
}

/** An id as a part of an address; a lone surrogate, which no id has, becomes U+FFFD. */
const pathPart = (id: string): string => encodeURIComponent(id.toWellFormed())

const chapter = async ({ reader }: Ports, id: string): Promise<Browsed> => {
  const number = parseChapter(id)
  if (number === null) throw new Failure('not_found', 'There is no such chapter; they are 1 to 7.')
  const { name, introduction } = await reader.chapters.get(number)
  const { papers } = await reader.papers.list({ ...everyPaper, chapter: number }, null, MAX_PAPERS)
  return {
    items: [{ key: { id, name }, texts: [['introduction', introduction]] }],
    papers: paperEntries(papers),
  }
}

const concept = async ({ api, reader }: Ports, id: string): Promise<Browsed> => {
  const item = await api.json<Item>(`/api/v1/concepts/${pathPart(id)}`)
  const { papers } = await reader.related.conceptPapers(id, null, MAX_PAPERS)
  return { items: [toEntry(item, ['id', 'name'], ['definition'])], papers: paperEntries(papers) }
}

const gap = async ({ reader }: Ports, id: string): Promise<Browsed> => {
  const found = await reader.related.gap(id)
  if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
  const { title, severity, state, explanation, papers } = found
  return {
    items: [
      {
        key: { id, title },
        card: { severity, state, paperCount: papers.length },
        texts: [['explanation', explanation]],
      },
    ],
    papers: paperEntries(papers),
  }
}

const brief = async ({ api, reader }: Ports, id: string): Promise<Browsed> => {
  const { featuredPapers, ...item } = await api.json<Item & { featuredPapers: string[] }>(
    `/api/v1/briefs/${pathPart(id)}`,
  )
  const papers = await reader.related.publicPapers(featuredPapers)
  return {
    items: [toEntry({ id, ...item, featuredPapers }, ['id', 'title'], ['summary', 'houseTake'])],
    papers: paperEntries(papers),
  }
}

/** One item of a kind with the public papers it rests on. Throws `not_found` and `merged`. */
const showOne: Record<Kind, (ports: Ports, id: string) => Promise<Browsed>> = {
  chapters: chapter,
  concepts: concept,
  gaps: gap,
  briefs: brief,
}

const item = z.looseObject({ id: z.string(), continues: z.literal(true).optional() })

/** Marks items and papers, so that one list of both can be cut where the answer ends and taken apart again. */
const marked = (isPaper: boolean, entries: readonly Entry[]): Entry[] =>
  entries.map(({ key, ...rest }) => ({ key: { ...key, isPaper }, ...rest }))

const unmarked = ({ isPaper: _isPaper, ...shown }: Record<string, unknown>) => shown

/** How the kinds are called in descriptions. */
const kindNames: Record<Kind, string> = {
  chapters: 'chapters',
  concepts: 'concepts',
  gaps: 'research gaps',
  briefs: 'weekly briefs',
}

/** The kinds that a library has. */
export const kindsOf = (words: Pick<LibraryWords, 'off'>): Kind[] =>
  kinds.filter((kind) => kind === 'chapters' || isOn(kind, words))

/** `chapters, concepts or weekly briefs`. */
const listedKinds = (known: readonly Kind[]): string =>
  known
    .map((kind) => kindNames[kind])
    .join(', ')
    .replace(/, (?=[^,]*$)/u, ' or ')

const browseTool = (known: readonly Kind[]): Tool =>
  defineTool({
    name: 'browse_editorial',
    title: 'Browse what editors wrote',
    description: `List ${listedKinds(known)}; with id, one of them and the papers it rests on.`,
    input: z.strictObject({
      kind: z.enum(known),
      id: z.string().min(1).max(200).optional().describe('latest: the newest brief'),
      trend: z.enum(trends).optional().describe('Of concepts'),
      severity: z.enum(severities).optional().describe('Of gaps'),
      cursor: cursorArgument(),
      maxTokens: maxTokensArgument(),
    }),
    output: z.strictObject({
      kind: z.enum(known),
      items: z.array(item),
      papers: z.array(item),
      nextCursor: z.string().nullable(),
      estimatedTokens: z.int(),
    }),
    answer: async ({ kind, id, trend, severity, cursor, maxTokens }, { api, reader, cursors }) => {
      const filters = { ...(kind === 'concepts' ? { trend } : {}), ...(kind === 'gaps' ? { severity } : {}) }
      const ports = { api, reader }
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
      return { body, text: `${what}.${body.nextCursor === null ? '' : ' More by nextCursor.'}` }
    },
  })

const described = new Map<string, Tool>()

/** The tool for what editors wrote, with the kinds that a library has; described once for each choice of them. */
export const browseEditorial = (words: Pick<LibraryWords, 'off'>): Tool => {
  const known = kindsOf(words)
  const key = known.join(' ')
  const tool = described.get(key) ?? browseTool(known)
  described.set(key, tool)
  return tool
}
