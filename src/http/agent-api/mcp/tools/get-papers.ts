import { z } from 'zod'
import { listableFields } from '#http/agent-api/papers/present.ts'
import { details, type Detail } from '#http/agent-api/token-budget.ts'
import { cursorArgument, maxTokensArgument } from '#http/agent-api/mcp/budget.ts'
import { fitEntries, type Entry } from '#http/agent-api/mcp/fit-entries.ts'
import {
  missingSchema,
  missingText,
  namedPapers,
  paperNames,
  someIds,
  type KnownPaper,
} from '#http/agent-api/mcp/named-papers.ts'
import { defineTool } from '#http/agent-api/mcp/tool.ts'

const sections = ['abstract', 'houseComment', 'fullText'] as const
type Section = (typeof sections)[number]

const isSection = (field: string): field is Section => (sections as readonly string[]).includes(field)
const cardFields = listableFields.filter((field) => !isSection(field))

const textOf = (paper: KnownPaper, section: Section): (readonly [string, string])[] => {
  const text = paper[section]
  return typeof text === 'string' && text !== '' ? [[section, text]] : []
}

const toEntry = (paper: KnownPaper, detail: Detail, wanted: readonly Section[]): Entry => {
  const { id, title, ...others } = paper
  return {
    key: { id, title },
    card: detail === 'ids' ? {} : Object.fromEntries(Object.entries(others).filter(([field]) => !isSection(field))),
    texts: wanted.flatMap((section) => textOf(paper, section)),
  }
}

export const getPapers = defineTool({
  name: 'get_papers',
  title: 'Read papers',
  description: 'Read papers by id, DOI, arXiv id or address; what is missing comes with the reason.',
  input: z.strictObject({
    ids: paperNames(),
    detail: z.enum(details).default('abstract'),
    sections: z.array(z.enum(sections)).max(3).optional().describe('Texts to give instead of those of detail'),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  output: z.strictObject({
    papers: z.array(z.looseObject({ id: z.string(), title: z.string(), continues: z.literal(true).optional() })),
    missing: missingSchema,
    redirects: z.array(z.strictObject({ from: z.string(), to: z.string() })),
    nextCursor: z.string().nullable(),
    estimatedTokens: z.int(),
  }),
  answer: async ({ ids, detail, sections: asked, cursor, maxTokens }, { ask, reader, cursors }) => {
    const wanted = [...new Set(asked ?? (detail === 'abstract' ? (['abstract'] as const) : []))]
    const fields = [...(detail === 'ids' ? [] : cardFields), ...wanted.filter((section) => section !== 'fullText')]
    const { papers, missing, redirects } = await namedPapers(ask, ids, { argument: 'ids', fields })
    const versions = await Promise.all(papers.map(({ id }) => reader.passages.currentVersion(id)))
    const read = async (index: number): Promise<Entry> => {
      const paper = papers[index]
      if (paper === undefined) throw new Error(`there is no paper ${index} among ${papers.length}`)
      if (!wanted.includes('fullText')) return toEntry(paper, detail, wanted)
      const { fullText } = await ask.json<KnownPaper>(`/api/v1/papers/${paper.id}`, { include: 'fullText' })
      return toEntry({ ...paper, fullText }, detail, wanted)
    }
    const body = await fitEntries(cursors, {
      question: `papers ${JSON.stringify([papers.map(({ id }) => id), versions, detail, wanted])}`,
      cursor,
      maxTokens,
      entries: { count: papers.length, read },
      compose: (shown) => ({ papers: shown, missing, redirects }),
    })
    const known = someIds(papers.map(({ id }) => id))
    const more = body.nextCursor === null ? '' : ' More by nextCursor.'
    return {
      body,
      says: `${papers.length === 0 ? 'No paper was found' : `Found ${known}`}.${missingText(missing)}${more}`,
    }
  },
})
