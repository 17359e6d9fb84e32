import type { Context } from 'hono'
import { withFileAddress } from '#core/files/with-file-address.ts'
import type { Store } from '#ports/store/store.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { changeNumber } from '#http/paging/change-number.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { PAGE_HEADERS, type PaginationHeaders } from '#http/paging/pagination-headers.ts'
import { validationFailure, type Failure } from '#core/failure.ts'
import { parsePaperReference } from '#core/papers/paper-reference.ts'
import { resolvePublicPapers } from '#queries/resolve-papers.ts'
import { getPublicPaper } from '#queries/get-public-paper.ts'
import { knownParameters, readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { problemSchema, PROBLEM_TYPE } from '#http/agent-api/errors.ts'
import { agentRoute } from '#http/agent-api/public-read.ts'
import { fitTexts } from '#http/agent-api/fit-texts.ts'
import { fitAnswer, withEstimate } from '#http/agent-api/token-budget.ts'
import { paperQuery, paperListQuery, toPaperFilter } from './input.ts'
import { paperAnswer, paperListResponse, presentAsked, presentDetail, type AskedOfPapers } from './present.ts'

type Ports = { store: Store; cursors: Cursors; pageHeaders: PaginationHeaders; publicUrl: () => string }

/** Papers that were asked for by name. */
const namedPapers = async (
  { store, publicUrl }: Ports,
  ids: readonly string[],
  asked: AskedOfPapers,
): Promise<Reply> => {
  const site = publicUrl()
  const references = ids.map((id) => parsePaperReference(id, site))
  const { papers, missing, redirects } = await resolvePublicPapers(store.public.papers, references)
  return json(200, {
    total: papers.length,
    papers: papers.map((paper) => presentAsked(withFileAddress(paper, site), asked)),
    missing: missing.map(({ index, reason }) => ({ id: ids[index] ?? '', reason })),
    redirects,
  })
}

const noBudgetForNames = (): Failure =>
  validationFailure([{ path: 'maxTokens', message: 'does not go with ids: ask for fewer papers at once' }])

const listPapers =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { store, cursors, pageHeaders, publicUrl } = ports
    const { cursor, limit, detail, maxTokens, ids, fields, ...asked } = readQuery(context, paperListQuery)
    if (ids !== undefined && maxTokens !== null) throw noBudgetForNames()
    if (ids !== undefined) return namedPapers(ports, ids, { fields, detail })
    const number = await changeNumber(store.public)
    const question = `agent ${JSON.stringify([asked.chapter, asked.type, asked.min_lh_score])}`
    const filter = toPaperFilter(asked)
    const after = cursors.read(question, cursor)
    const page = await store.public.papers.list(filter, after, limit)
    const total = await store.public.papers.countByAttributes(filter)
    const items = page.papers.map((paper) => presentAsked(withFileAddress(paper, publicUrl()), { fields, detail }))
    const sign = (next: number | null) => (next === null ? null : cursors.sign(question, next))
    const links = { asked: knownParameters(context, paperListQuery), limit, total }
    if (maxTokens === null)
      return json(
        200,
        { total, papers: items },
        { ...number, ...pageHeaders(context, { ...links, next: sign(page.next) }) },
      )
    // Any cursor of this list is as long as another.
    const placeholder = cursors.sign(question, 0)
    const compose = (papers: typeof items, nextCursor: string | null) => ({ total, papers, nextCursor })
    const fitted = fitAnswer(
      {
        items,
        from: { item: 0, character: 0 },
        compose: (shown, next) => compose([...shown], next === null ? null : placeholder),
        shorten: ({ id, title }) => ({ id, ...(title === undefined ? {} : { title }) }),
        goesOn: page.next !== null,
      },
      maxTokens,
    )
    const { length } = fitted.papers
    const shown = length === items.length ? page : await store.public.papers.list(filter, after, length)
    const next = sign(shown.next)
    const body = withEstimate(compose(fitted.papers, next))
    return json(200, body, { ...number, ...pageHeaders(context, { ...links, next }) })
  }

const showPaper =
  ({ store, cursors, publicUrl }: Ports) =>
  async (context: Context) => {
    const { include, detail, maxTokens, cursor } = readQuery(context, paperQuery)
    const paper = await getPublicPaper(store.public.papers, pathId(context))
    const whole = presentDetail(withFileAddress(paper, publicUrl()), include === 'fullText')
    if (detail === null && maxTokens === null && cursor === undefined) return json(200, whole)
    const { abstract = '', houseComment = '', fullText = '', ...card } = whole
    const key = { id: card.id, title: card.title }
    const texts = [
      ...(detail === null || detail === 'abstract' ? [['abstract', abstract] as const] : []),
      ...(detail === null ? [['houseComment', houseComment] as const] : []),
      ...(include === 'fullText' ? [['fullText', fullText] as const] : []),
    ]
    const version = await store.public.passages.currentVersion(paper.id)
    const question = `paper ${JSON.stringify([paper.id, version, include, detail])}`
    return fitTexts(cursors, { cursor, maxTokens }, { question, key, card: detail === 'ids' ? key : card, texts })
  }

export const paperRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/papers',
    summary: 'List indexed papers with filters, best long-horizon score first',
    query: paperListQuery,
    responses: {
      200: {
        description: 'A page of papers; Link names the next page.',
        schema: paperListResponse,
        headers: [...PAGE_HEADERS, 'X-Change-Seq'],
      },
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
      200: { description: 'The paper.', schema: paperAnswer },
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
