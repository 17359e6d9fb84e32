import type { Context } from 'hono'
import { z } from 'zod'
import { withFileAddress } from '#core/files.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import { filterOf, type LibraryFilter } from '#core/search/paper-filter.ts'
import { MAX_QUERY_CHARACTERS, MAX_QUERY_TERMS, parseSearchQuery } from '#core/search/search-query.ts'
import { cursorParameter, knownParameters, limitParameter, pathId, readQuery } from '#http/input/query.ts'
import {
  changeNumber,
  type Cursors,
  type MatchTotals,
  PAGE_HEADERS,
  type PaginationHeaders,
} from '#http/paging/pagination.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { turnAfter } from '#http/routing/turns.ts'
import { getPublicPaper } from '#queries/public-papers.ts'
import { omittedBibliography } from '#schemas/bibliography-schema.ts'
import { filterParameters } from '#schemas/paper-filter.ts'
import { presentedPaper, presentPaperFields } from '#schemas/paper-schema.ts'
import { corpusErrorSchema } from './errors.ts'

/** Query of GET /api/papers (contract 4.1); unknown parameters are ignored. */
const paperListQuery = z.object({
  q: z
    .string()
    .optional()
    .meta({
      description: `Words, joined by AND; "a phrase", -word, OR, word*, title:, author:, abstract: and topic: are understood. At most ${MAX_QUERY_CHARACTERS} characters and ${MAX_QUERY_TERMS} words.`,
      example: 'treatment "randomized trial" -review',
    }),
  chapter: filterParameters.chapter,
  limit: limitParameter(),
  cursor: cursorParameter(),
})

const toPaperFilter = ({ q, chapter }: Pick<z.infer<typeof paperListQuery>, 'q' | 'chapter'>): LibraryFilter =>
  filterOf({ query: q === undefined || q.trim() === '' ? null : parseSearchQuery(q), chapter })

/** A single paper has the fields of contract 2.1 except its type; lists have the fields that the contract names for lists. */
const shownPaper = presentedPaper.omit({ type: true, ...omittedBibliography })
const wholePaper = shownPaper.meta({ id: 'CorpusPaper' })
const listedPaper = shownPaper
  .omit({ concepts: true, frameworkMappings: true, storageUrl: true, fullText: true })
  .meta({ id: 'CorpusListedPaper' })

const paperListResponse = z.strictObject({
  success: z.literal(true),
  count: z.int().meta({ description: 'Papers in this response.' }),
  papers: z.array(listedPaper),
})
const paperResponse = z.strictObject({ success: z.literal(true), paper: wholePaper })

const presentListed = (paper: Paper): z.infer<typeof listedPaper> => {
  const { concepts: _concepts, frameworkMappings: _frameworks, storageUrl: _pdf, ...shown } = presentPaperFields(paper)
  return shown
}

const presentPaperList = (papers: readonly Paper[]): z.infer<typeof paperListResponse> => ({
  success: true,
  count: papers.length,
  papers: papers.map(presentListed),
})

export const presentPaper = (paper: PaperWithText): z.infer<typeof paperResponse> => ({
  success: true,
  paper: { ...presentPaperFields(paper), ...(paper.fullText === null ? {} : { fullText: paper.fullText }) },
})

type Ports = {
  store: Store
  cursors: Cursors
  totals: MatchTotals
  pageHeaders: PaginationHeaders
  publicUrl: () => string
}

/** If no paper contains all the words, the ranked search still finds the closest ones. */
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
    await turnAfter(paper.fullText)
    return json(200, presentPaper(withFileAddress(paper, publicUrl())))
  }

export const paperRoutes = (ports: Ports): Route[] => [
  {
    method: 'get',
    path: '/api/papers',
    summary: 'List and search papers, highest longHorizonScore first',
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
      308: { description: 'The paper was merged into another; Location names that paper.', schema: corpusErrorSchema },
      404: { description: 'No such paper, or not public.' },
      410: { description: 'The paper was retracted; the response says when and why.' },
    },
    handle: showPaper(ports),
  },
]
