import { Failure } from '#core/failure.ts'
import { parseChapter } from '#core/papers/chapter.ts'
import type { Paper } from '#core/papers/paper.ts'
import { presentListItem } from '#http/agent-api/papers/present.ts'
import type { RouteQuery } from './ask.ts'
import type { Entry } from './fit-entries.ts'
import type { ToolPorts } from './tool.ts'

export const kinds = ['chapters', 'concepts', 'gaps', 'briefs'] as const
export type Kind = (typeof kinds)[number]

/** One thing that editors wrote, or a list of such things; and the papers that one rests on. */
export type Browsed = { items: Entry[]; papers: Entry[] }

type Item = Record<string, unknown>
type Ports = Pick<ToolPorts, 'ask' | 'reader'>

const MOST_PAPERS = 20

/** A thing as a route presents it; these of its fields are texts, which may be cut. */
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
  papers.map((paper) => ({ key: { ...presentListItem(paper) } }))

const asked = async (
  { ask }: Ports,
  path: string,
  { name, query }: { name: string; query: RouteQuery },
): Promise<Item[]> => (await ask.json<Record<string, Item[]>>(path, { ...query, detail: 'abstract' }))[name] ?? []

/** What there is of a kind. */
export const listKind = async (ports: Ports, kind: Kind, query: RouteQuery): Promise<Browsed> => {
  if (kind === 'chapters') {
    const chapters = await ports.reader.chapters.names()
    return { items: chapters.map(({ number, name }) => ({ key: { id: String(number), name } })), papers: [] }
  }
  const items = await asked(ports, `/api/v1/${kind}`, { name: kind, query })
  return { items: items.map((item) => toEntry(item, ['id'], ['definition', 'summary'])), papers: [] }
}

/** An id as a part of an address; half a character, which no id has, becomes the sign for what is none. */
const pathPart = (id: string): string => encodeURIComponent(id.toWellFormed())

const chapter = async ({ reader }: Ports, id: string): Promise<Browsed> => {
  const number = parseChapter(id)
  if (number === null) throw new Failure('not_found', 'There is no such chapter; they are 1 to 7.')
  const { name, introduction } = await reader.chapters.get(number)
  const { papers } = await reader.papers.list(
    { query: null, chapter: number, type: null, minLongHorizon: null },
    null,
    MOST_PAPERS,
  )
  return {
    items: [{ key: { id, name }, texts: [['introduction', introduction]] }],
    papers: paperEntries(papers),
  }
}

const concept = async ({ ask, reader }: Ports, id: string): Promise<Browsed> => {
  const item = await ask.json<Item>(`/api/v1/concepts/${pathPart(id)}`)
  const { papers } = await reader.related.conceptPapers(id, null, MOST_PAPERS)
  return { items: [toEntry(item, ['id', 'name'], ['definition'])], papers: paperEntries(papers) }
}

const gap = async ({ reader }: Ports, id: string): Promise<Browsed> => {
  const found = await reader.related.gap(id)
  if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
  const { title, severity, explanation, papers } = found
  return {
    items: [
      { key: { id, title }, card: { severity, paperCount: papers.length }, texts: [['explanation', explanation]] },
    ],
    papers: paperEntries(papers),
  }
}

const brief = async ({ ask, reader }: Ports, id: string): Promise<Browsed> => {
  const { featuredPapers, ...item } = await ask.json<Item & { featuredPapers: string[] }>(
    `/api/v1/briefs/${pathPart(id)}`,
  )
  const papers = await reader.related.publicPapers(featuredPapers)
  return {
    items: [toEntry({ id, ...item, featuredPapers }, ['id', 'title'], ['summary', 'houseTake'])],
    papers: paperEntries(papers),
  }
}

/** One of a kind with the papers it rests on, as far as they are public. Throws `not_found` and `merged`. */
export const showOne: Record<Kind, (ports: Ports, id: string) => Promise<Browsed>> = {
  chapters: chapter,
  concepts: concept,
  gaps: gap,
  briefs: brief,
}
