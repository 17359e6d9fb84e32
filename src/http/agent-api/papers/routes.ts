import type { Context } from 'hono'
import type { Store } from '#ports/store/store.ts'
import { json } from '#http/routing/reply.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import type { PaginationHeaders } from '#http/paging/pagination-headers.ts'
import { getPublicPaper } from '#queries/get-public-paper.ts'
import { knownParameters, readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { problemSchema, PROBLEM_TYPE } from '#http/agent-api/errors.ts'
import { agentRoute } from '#http/agent-api/public-read.ts'
import { paperQuery, paperListQuery, toPaperFilter } from './input.ts'
import { paperResponse, paperListResponse, presentDetail, presentListItem } from './present.ts'

type Ports = { store: Store; cursors: Cursors; pageHeaders: PaginationHeaders }

const listPapers =
  ({ store, cursors, pageHeaders }: Ports) =>
  async (context: Context) => {
    const { cursor, limit, ...asked } = readQuery(context, paperListQuery)
    const question = `agent ${JSON.stringify([asked.chapter, asked.type, asked.min_lh_score])}`
    const filter = toPaperFilter(asked)
    const page = await store.public.papers.list(filter, cursors.read(question, cursor), limit)
    const total = await store.public.papers.countByAttributes(filter)
    const next = page.next === null ? null : cursors.sign(question, page.next)
    const body = { total, papers: page.papers.map(presentListItem) }
    return json(
      200,
      body,
      pageHeaders(context, { asked: knownParameters(context, paperListQuery), limit, total, next }),
    )
  }

const showPaper =
  ({ store }: Ports) =>
  async (context: Context) => {
    const { include } = readQuery(context, paperQuery)
    const paper = await getPublicPaper(store.public.papers, pathId(context))
    return json(200, presentDetail(paper, include === 'fullText'))
  }

export const paperRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/papers',
    summary: 'List indexed papers with filters, best long-horizon score first',
    query: paperListQuery,
    responses: {
      200: { description: 'A page of papers; Link names the next page.', schema: paperListResponse },
      400: { description: 'A parameter is out of range; errors names each.' },
    },
    handle: listPapers(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/papers/:id',
    summary: 'Full metadata of one paper',
    query: paperQuery,
    responses: {
      200: { description: 'The paper.', schema: paperResponse },
      400: { description: 'include knows fullText only.' },
      308: {
        description: 'The paper was a duplicate; Location names the one it is now.',
        schema: problemSchema,
        type: PROBLEM_TYPE,
      },
      404: { description: 'No such paper, or not public.' },
      410: { description: 'The paper was retracted.' },
    },
    handle: showPaper(ports),
  },
]
