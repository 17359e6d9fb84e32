import type { Context } from 'hono'
import { z } from 'zod'
import { citationSources } from '#core/citations/cited-work.ts'
import type { CitationReader, PaperReferenceEntry } from '#ports/store/citations.ts'
import type { Store } from '#ports/store/store.ts'
import { getPublicPaper } from '#queries/public-papers.ts'
import { agentListedPaper, presentAgentListedPaper } from '#schemas/agent-paper.ts'
import { presentCitedWork } from '#schemas/cited-work.ts'
import { cursorParameter, knownParameters, limitParameter, pathId, readQuery } from '#http/input/query.ts'
import { type Cursors, PAGE_HEADERS, type PaginationHeaders } from '#http/paging/pagination.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { noPublicPaper } from './errors.ts'
import { agentRoute } from './fields.ts'

/** Unknown parameters are refused. */
const pageQuery = z.strictObject({ limit: limitParameter(), cursor: cursorParameter() })

const nextCursor = z.string().nullable().meta({ description: 'For the next page; null at the end.' })

const reference = z
  .strictObject({
    position: z.int().meta({ description: 'Its place in the list of references.' }),
    title: z.string().optional(),
    authors: z.array(z.string()).optional().meta({ description: 'The first of them, as the reference names them.' }),
    year: z.int().optional(),
    doi: z.string().optional(),
    arxivId: z.string().optional(),
    openalexId: z.string().optional(),
    text: z.string().optional().meta({ description: 'The reference as printed, where its parts were not marked.' }),
    sources: z.array(z.enum(citationSources)).meta({ description: 'The formats whose records say so.' }),
    citedHere: z.int().meta({ description: 'How many papers of the library cite the work.' }),
    paper: agentListedPaper.nullable().meta({ description: 'The work as a paper of the library; null if it is none.' }),
  })
  .meta({ id: 'CitedReference' })

const referencesResponse = z.strictObject({
  total: z.int(),
  inLibrary: z.int().meta({ description: 'How many of them are papers of the library.' }),
  references: z.array(reference),
  nextCursor,
})

const citationsResponse = z.strictObject({
  total: z.int().meta({ description: 'How many papers of the library cite it.' }),
  papers: z.array(agentListedPaper),
  nextCursor,
})

export type ReferencesResponse = z.infer<typeof referencesResponse>
export type CitationsResponse = z.infer<typeof citationsResponse>

const presentReference = ({ position, work, sources, citations, paper }: PaperReferenceEntry) => ({
  position,
  ...presentCitedWork(work),
  sources,
  citedHere: citations,
  paper: paper === null ? null : presentAgentListedPaper(paper),
})

type Ports = { store: Store; cursors: Cursors; pageHeaders: PaginationHeaders }

type PageOf<Body> = { body: Omit<Body, 'nextCursor'> & { total: number }; next: number | null }

/** A page of what is known about a public paper. Throws as `getPublicPaper` does, and `invalid` for a wrong cursor. */
const pageOf =
  <Body>(
    { store, cursors, pageHeaders }: Ports,
    list: 'references' | 'citations',
    read: (reader: CitationReader, page: { id: string; after: number | null; limit: number }) => Promise<PageOf<Body>>,
  ) =>
  async (context: Context): Promise<Reply> => {
    const { limit, cursor } = readQuery(context, pageQuery)
    const { id } = await getPublicPaper(store.public.papers, pathId(context))
    const question = `${list} ${id}`
    const { body, next } = await read(store.public.citations, { id, after: cursors.read(question, cursor), limit })
    const signed = next === null ? null : cursors.sign(question, next)
    const page = { asked: knownParameters(context, pageQuery), limit, total: body.total, next: signed }
    return json(200, { ...body, nextCursor: signed }, pageHeaders(context, page))
  }

export const citationRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/papers/:id/references',
    summary: 'The works that a paper cites, in the library and beyond',
    query: pageQuery,
    responses: {
      200: {
        description: 'References in the order of their list; Link names the next page.',
        schema: referencesResponse,
        headers: PAGE_HEADERS,
      },
      ...noPublicPaper,
    },
    handle: pageOf<ReferencesResponse>(ports, 'references', async (citations, { id, after, limit }) => {
      const { references, next } = await citations.references(id, after, limit)
      const { references: total, inLibrary } = await citations.counts(id)
      return { body: { total, inLibrary, references: references.map(presentReference) }, next }
    }),
  },
  {
    ...agentRoute,
    path: '/api/v1/papers/:id/citations',
    summary: 'The papers of the library that cite a paper',
    query: pageQuery,
    responses: {
      200: {
        description: 'Papers, the latest added first; Link names the next page.',
        schema: citationsResponse,
        headers: PAGE_HEADERS,
      },
      ...noPublicPaper,
    },
    handle: pageOf<CitationsResponse>(ports, 'citations', async (citations, { id, after, limit }) => {
      const { papers, next } = await citations.citing(id, after, limit)
      const { citations: total } = await citations.counts(id)
      return { body: { total, papers: papers.map(presentAgentListedPaper) }, next }
    }),
  },
]
