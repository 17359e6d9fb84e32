import type { Context } from 'hono'
import { withFileAddress } from '#core/files/with-file-address.ts'
import type { Store } from '#ports/store/store.ts'
import { json } from '#http/routing/reply.ts'
import { changeNumber } from '#http/paging/change-number.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { PAGE_HEADERS, type PaginationHeaders } from '#http/paging/pagination-headers.ts'
import { getPublicPaper } from '#queries/get-public-paper.ts'
import { knownParameters, readQuery } from '#http/input/query.ts'
import type { MatchTotals } from '#http/paging/match-totals.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { corpusErrorSchema } from '#http/corpus-api/errors.ts'
import { paperListQuery, toPaperFilter } from './input.ts'
import { paperResponse, paperListResponse, presentPaper, presentPaperList } from './present.ts'

type Ports = {
  store: Store
  cursors: Cursors
  totals: MatchTotals
  pageHeaders: PaginationHeaders
  publicUrl: () => string
}

/** Where a search for all words finds nothing, the ranked search still has the closest papers. */
const closestPapersLink = (q: string): Record<string, string> => ({
  Link: `</api/v1/search?${new URLSearchParams({ q }).toString()}>; rel="related"; title="closest papers"`,
})

const listPapers =
  ({ store, cursors, totals, pageHeaders }: Ports) =>
  async (context: Context) => {
    const { cursor, limit, ...asked } = readQuery(context, paperListQuery)
    const number = await changeNumber(store.public)
    const question = `corpus ${JSON.stringify([asked.q?.trim() ?? '', asked.chapter])}`
    const filter = toPaperFilter(asked)
    const page = await store.public.papers.list(filter, cursors.read(question, cursor), limit)
    const isWhole = cursor === undefined && page.next === null
    const total = isWhole ? page.papers.length : await totals.count(question, filter, page.total)
    const next = page.next === null ? null : cursors.sign(question, page.next)
    const links = { asked: knownParameters(context, paperListQuery), limit, total, next }
    const isEmpty = cursor === undefined && page.papers.length === 0
    const related = isEmpty && filter.query !== null ? closestPapersLink(asked.q ?? '') : {}
    const answer = json(200, presentPaperList(page.papers), {
      ...number,
      ...pageHeaders(context, links),
      ...related,
    })
    return { ...answer, isPartial: total === null }
  }

const showPaper =
  ({ store, publicUrl }: Ports) =>
  async (context: Context) => {
    const paper = await getPublicPaper(store.public.papers, pathId(context))
    return json(200, presentPaper(withFileAddress(paper, publicUrl())))
  }

export const paperRoutes = (ports: Ports): Route[] => [
  {
    method: 'get',
    path: '/api/papers',
    summary: 'List and search papers, best long-horizon score first',
    access: 'public',
    caching: 'revision',
    allowCors: true,
    query: paperListQuery,
    responses: {
      200: {
        description: 'A page of papers; X-Total-Count counts all matches, Link names the next page.',
        schema: paperListResponse,
        headers: [...PAGE_HEADERS, 'X-Change-Seq'],
      },
      400: { description: 'A parameter is out of range, or the cursor is unknown.' },
    },
    handle: listPapers(ports),
  },
  {
    method: 'get',
    path: '/api/papers/:id',
    summary: 'One paper with full text and commentary',
    access: 'public',
    caching: 'revision',
    allowCors: true,
    responses: {
      200: { description: 'The paper.', schema: paperResponse },
      308: { description: 'The paper was a duplicate; Location names the one it is now.', schema: corpusErrorSchema },
      404: { description: 'No such paper, or not public.' },
      410: { description: 'The paper was retracted; the answer says when and why.' },
    },
    handle: showPaper(ports),
  },
]
