import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import type { SearchResponse } from '#http/agent-api/search/present.ts'
import { renamed } from '#http/agent-api/mcp/budget.ts'
import { markUntrusted } from '#http/agent-api/mcp/mark-untrusted.ts'
import { namedPapers, paperName } from '#http/agent-api/mcp/named-papers.ts'
import { defineTool, type Tool } from '#http/agent-api/mcp/tool.ts'

const MOST_RESULTS = 20
/** More than this is too much for one reading; the rest is at the address. */
const MOST_CHARACTERS = 100_000

const search = defineTool({
  name: 'search',
  title: 'Search papers',
  description: 'Find papers of the library by a question in plain words or by terms, best first.',
  isExact: true,
  input: z.strictObject({ query: z.string().min(1).max(2_000) }),
  output: z.strictObject({
    results: z.array(z.strictObject({ id: z.string(), title: z.string(), url: z.string() })),
  }),
  answer: async ({ query }, { ask, publicUrl }) => {
    const asked = { q: query, detail: 'ids', limit: MOST_RESULTS }
    const { hits } = await renamed({ q: 'query' }, () => ask.json<SearchResponse>('/api/v1/search', asked))
    const results = hits.map(({ id, title }) => ({ id, title, url: `${publicUrl()}/papers/${id}` }))
    return { body: { results }, says: '' }
  },
})

const shorten = (text: string): string =>
  text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, MOST_CHARACTERS)}\n\n(The rest is at the address of the paper.)`

const fetchPaper = defineTool({
  name: 'fetch',
  title: 'Read a paper',
  description: 'All that is public of a paper, by an id from search, as Markdown.',
  isExact: true,
  input: z.strictObject({ id: paperName() }),
  output: z.strictObject({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.record(z.string(), z.unknown()),
  }),
  answer: async ({ id: name }, { ask, publicUrl }) => {
    const fields = [
      'authors',
      'year',
      'institution',
      'doi',
      'arxivId',
      'chapter',
      'longHorizonScore',
      'enterpriseScore',
    ]
    const { papers, missing } = await namedPapers(ask, [name], { argument: 'id', fields })
    const [paper] = papers
    if (paper === undefined)
      throw new Failure('not_found', `There is no public paper ${name}: ${missing[0]?.reason ?? 'not_found'}.`)
    const { id, title, ...metadata } = paper
    const text = shorten(await ask.text(`/papers/${id}.md`))
    const { untrusted } = markUntrusted({ title, text, ...metadata })
    return {
      body: { id, title, text, url: `${publicUrl()}/papers/${id}`, metadata: { ...metadata, untrusted } },
      says: '',
    }
  },
})

/** The pair that connectors of assistants look for, in the forms that they demand. */
export const connectorTools: readonly Tool[] = [search, fetchPaper]
