import type { Context } from 'hono'
import type { Store } from '#ports/store/store.ts'
import { json } from '#http/routing/reply.ts'
import type { Cursors } from '#http/input/cursor.ts'
import type { PageHeaders } from '#http/input/paging.ts'
import { getPublicPaper } from '#http/routing/public-paper.ts'
import { readQuery } from '#http/input/query.ts'
import { idOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { problem, PROBLEM_TYPE } from '#http/agent-api/errors.ts'
import { publicRead } from '#http/agent-api/public-read.ts'
import { detailInput, listInput, toFilter } from './input.ts'
import { paperAnswer, paperListAnswer, presentDetail, presentListItem } from './present.ts'

type Ports = { store: Store; cursors: Cursors; pageHeaders: PageHeaders }

const listPapers =
  ({ store, cursors, pageHeaders }: Ports) =>
  async (context: Context) => {
    const { cursor, limit, ...asked } = readQuery(context, listInput)
    const question = `agent ${JSON.stringify([asked.chapter, asked.type, asked.min_lh_score])}`
    const filter = toFilter(asked)
    const page = await store.read.papers.list(filter, cursors.read(question, cursor), limit)
    const total = await store.read.papers.countByAttributes(filter)
    const next = page.next === null ? null : cursors.sign(question, page.next)
    const body = { total, papers: page.papers.map(presentListItem) }
    return json(200, body, pageHeaders(context, total, next))
  }

const showPaper =
  ({ store }: Ports) =>
  async (context: Context) => {
    const { include } = readQuery(context, detailInput)
    const paper = await getPublicPaper(store.read.papers, idOf(context))
    return json(200, presentDetail(paper, include === 'fullText'))
  }

export const paperRoutes = (ports: Ports): Route[] => [
  {
    ...publicRead,
    path: '/api/v1/papers',
    summary: 'List indexed papers with filters, best long-horizon score first',
    query: listInput,
    answers: {
      200: { description: 'A page of papers; Link names the next page.', schema: paperListAnswer },
      400: { description: 'A parameter is out of range; errors names each.' },
    },
    handle: listPapers(ports),
  },
  {
    ...publicRead,
    path: '/api/v1/papers/:id',
    summary: 'Full metadata of one paper',
    query: detailInput,
    answers: {
      200: { description: 'The paper.', schema: paperAnswer },
      400: { description: 'include knows fullText only.' },
      308: {
        description: 'The paper was a duplicate; Location names the one it is now.',
        schema: problem,
        type: PROBLEM_TYPE,
      },
      404: { description: 'No such paper, or not public.' },
      410: { description: 'The paper was retracted.' },
    },
    handle: showPaper(ports),
  },
]
