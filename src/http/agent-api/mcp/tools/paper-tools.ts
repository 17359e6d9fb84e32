import { z } from 'zod'
import { textError } from '#core/text/normalize-text.ts'
import {
  withRenamedErrors,
  type InternalApi,
  cursorArgument,
  maxTokensArgument,
  fitEntries,
  type Entry,
  defineTool,
  entriesOf,
} from '#http/agent-api/mcp/tool.ts'
import { agentPaperFields } from '#schemas/agent-paper.ts'
import { beginningOf, details, type Detail } from '#http/agent-api/token-budget.ts'
import { validationFailure } from '#core/failure.ts'
import type { SearchResponse } from '#http/agent-api/search.ts'
import { changesResponse } from '#http/agent-api/changes/routes.ts'

const MAX_NAME_LENGTH = 300
export const MAX_PAPERS = 20

/** An id, DOI, arXiv id or address of a paper. */
export const paperName = () =>
  z
    .string()
    .max(MAX_NAME_LENGTH)
    .refine((name) => name.trim() !== '', { error: 'must not be empty' })
    .refine((name) => textError(name, 'line') === null, { error: 'must not contain control characters' })

/** Names of papers; an error is reported at the index of its name. */
export const paperNames = () => z.array(paperName()).min(1).max(MAX_PAPERS)

export const missingSchema = z.array(z.strictObject({ id: z.string(), reason: z.enum(['not_found', 'retracted']) }))

/** A paper as the agent API presents it, with the requested fields. */
type KnownPaper = { id: string; title: string } & Record<string, unknown>

type Named = {
  papers: KnownPaper[]
  missing: z.infer<typeof missingSchema>
  redirects: { from: string; to: string }[]
}

/** The public papers with these names, why others are missing, and which names now lead to another paper. */
export const namedPapers = (
  api: InternalApi,
  names: readonly string[],
  { argument, fields }: { argument: string; fields: readonly string[] },
): Promise<Named> =>
  withRenamedErrors({ ids: argument }, () =>
    api.json<Named>('/api/v1/papers', {
      ids: names.map((name) => encodeURIComponent(name.trim().toWellFormed())).join(','),
      fields: ['title', ...fields].join(','),
    }),
  )

const MAX_NAMED = 5
const MAX_SHOWN_NAME_LENGTH = 60

/** ` Missing: a (not_found), b (retracted).` Shows the first names, as they were given. */
export const missingText = (missing: Named['missing']): string => {
  if (missing.length === 0) return ''
  const named = missing.slice(0, MAX_NAMED).map(({ id, reason }) => `${id.slice(0, MAX_SHOWN_NAME_LENGTH)} (${reason})`)
  return ` Missing: ${named.join(', ')}${missing.length > MAX_NAMED ? `, and ${missing.length - MAX_NAMED} more` : ''}.`
}

/** The first ids, for a sentence. */
export const someIds = (ids: readonly string[]): string =>
  `${ids.slice(0, 2 * MAX_NAMED).join(', ')}${ids.length > 2 * MAX_NAMED ? ', …' : ''}`

/** As much of a paper as an answer may have, and where the rest is. */
export const beginningOfPaper = (text: string, most: number): string =>
  text.length <= most ? text : `${beginningOf(text, most)}\n\n(The rest is at the address of the paper.)`

const sections = ['abstract', 'houseComment', 'fullText'] as const
type Section = (typeof sections)[number]

const isSection = (field: string): field is Section => (sections as readonly string[]).includes(field)
const cardFields = agentPaperFields.filter((field) => !isSection(field))

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
  description: 'Read papers by id, DOI, arXiv id or address; each missing one is listed with the reason.',
  input: z.strictObject({
    ids: paperNames(),
    detail: z.enum(details).default('abstract'),
    sections: z.array(z.enum(sections)).max(3).optional().describe('Texts to return instead of those of detail'),
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
  answer: async ({ ids, detail, sections: given, cursor, maxTokens }, { api, reader, cursors }) => {
    const wanted = [...new Set(given ?? (detail === 'abstract' ? (['abstract'] as const) : []))]
    const fields = [...(detail === 'ids' ? [] : cardFields), ...wanted.filter((section) => section !== 'fullText')]
    const { papers, missing, redirects } = await namedPapers(api, ids, { argument: 'ids', fields })
    const versions = await Promise.all(papers.map(({ id }) => reader.passages.currentVersion(id)))
    const read = async (index: number): Promise<Entry> => {
      const paper = papers[index]
      if (paper === undefined) throw new Error(`there is no paper ${index} among ${papers.length}`)
      if (!wanted.includes('fullText')) return toEntry(paper, detail, wanted)
      // As JSON on its way through the route, a text of 1 MB would take several times its size for each call.
      const found = await reader.papers.find(paper.id)
      const fullText = found?.state === 'accepted' ? found.paper.fullText : null
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
      text: `${papers.length === 0 ? 'No paper was found' : `Found ${known}`}.${missingText(missing)}${more}`,
    }
  },
})

/** The endings of a paper's address in these formats. */
const endings = { bibtex: '.bib', ris: '.ris', 'csl-json': '.csl.json' } as const
const formats = ['bibtex', 'ris', 'csl-json'] as const
type Format = (typeof formats)[number]

const MAX_FOUND = 50

type Chosen = { ids: string[]; missing: z.infer<typeof missingSchema> }

const choose = async (api: InternalApi, { ids, query }: { ids?: string[]; query?: string }): Promise<Chosen> => {
  if (ids !== undefined) {
    const { papers, missing } = await namedPapers(api, ids, { argument: 'ids', fields: [] })
    return { ids: papers.map(({ id }) => id), missing }
  }
  const parameters = { q: query, detail: 'ids', limit: MAX_FOUND }
  const found = await withRenamedErrors({ q: 'query' }, () => api.json<SearchResponse>('/api/v1/search', parameters))
  return { ids: found.hits.map(({ id }) => id), missing: [] }
}

/** Citations joined as a file of their format. */
const joinCitations = (format: Format, citations: readonly string[]): string =>
  format === 'csl-json'
    ? JSON.stringify(citations.flatMap((citation) => JSON.parse(citation) as unknown))
    : citations.join('\n')

export const exportCitations = defineTool({
  name: 'export_citations',
  title: 'Export citations',
  description: `Citations of papers by ids, or of the best ${MAX_FOUND} by a query.`,
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
  answer: async ({ ids, query, format, cursor, maxTokens }, { api, cursors }) => {
    if ((ids === undefined) === (query === undefined))
      throw validationFailure([{ path: 'ids', message: 'or query is required, but not both' }])
    const chosen = await choose(api, {
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
          return { key: { id, citation: await api.text(`/papers/${id}${endings[format]}`) } }
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
    return { body, text: `Citations as ${format}: ${String(body.count)}.${missingText(chosen.missing)}${more}` }
  },
})

const MAX_SEQ = 999_999_999_999_999

export const getChanges = defineTool({
  name: 'get_changes',
  title: 'What changed',
  description:
    'Public changes of papers, concepts, gaps, briefs and chapters after a number; ask again with nextSeq as since.',
  input: z.strictObject({
    since: z
      .union([z.int().min(0).max(MAX_SEQ), z.string().max(40)])
      .default(0)
      .describe('Or a day, 2026-11-01'),
    limit: z.int().min(1).max(500).default(50),
    maxTokens: maxTokensArgument(),
  }),
  output: changesResponse.extend({ estimatedTokens: z.int() }),
  answer: async ({ since, limit, maxTokens }, { api, cursors }) => {
    const found = await api.json<z.infer<typeof changesResponse>>('/api/v1/changes', { since, limit })
    const lastSeq = (shown: Record<string, unknown>[]): number => Number(shown.at(-1)?.seq ?? found.nextSeq)
    const { nextCursor: _, ...body } = await fitEntries(cursors, {
      question: `changes ${since}`,
      cursor: undefined,
      maxTokens,
      entries: entriesOf(found.changes.map((change) => ({ key: change }))),
      compose: (changes) => ({ changes, nextSeq: lastSeq(changes) }),
    })
    const { length } = body.changes as unknown[]
    return { body, text: `Changes after ${since}: ${length}. Ask next with since=${String(body.nextSeq)}.` }
  },
})
