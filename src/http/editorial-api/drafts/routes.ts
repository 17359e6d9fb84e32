import type { Context } from 'hono'
import { draftAssessment } from '#actions/review/draft-assessment.ts'
import { quoteFinder } from '#core/assessment/quoted-in-paper.ts'
import { validationFailure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { paperNotQueued, type QueueFilter } from '#core/review/queue.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { PAGE_HEADERS, type PaginationHeaders } from '#http/paging/pagination-headers.ts'
import { pathPaperId } from '#http/input/path-id.ts'
import { knownParameters, noParameters, readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import {
  bodyFailures,
  commonFailures,
  editorialRoute,
  readInput,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { draftListQuery, draftSchema, readDraft, type SentPassage } from './input.ts'
import {
  draftedPaperResponse,
  draftListResponse,
  draftResponse,
  presentDraftedPaper,
  presentDraftList,
} from './present.ts'

type Ports = EditingPorts & { cursors: Cursors; pageHeaders: PaginationHeaders }

const QUEUE: QueueFilter = { state: 'pending', submittedBy: null, session: null, maxRisk: null }
const QUESTION = 'drafts'

const authorOf = async ({ requireKey }: Ports, context: Context): Promise<string> =>
  `key:${(await requireKey(context, 'draft')).id}`

const list =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const author = await authorOf(ports, context)
    const { limit, cursor } = readQuery(context, draftListQuery)
    const { queue, assessments } = ports.store.private
    const after = ports.cursors.read(QUESTION, cursor)
    const found = await queue.list(QUEUE, { order: 'age', after, limit })
    const next = found.next === null ? null : ports.cursors.sign(QUESTION, found.next)
    const links = { asked: knownParameters(context, draftListQuery), limit, total: await queue.count(QUEUE), next }
    const ids = found.papers.map(({ id }) => id)
    const drafted = await assessments.versionsDrafted(author, ids)
    return json(200, presentDraftList(found.papers, drafted), ports.pageHeaders(context, links))
  }

/** A paper that waits for a decision. Throws `not_found` for any other. */
const getQueued = async ({ store }: Ports, id: string): Promise<{ paper: PaperWithText; version: number }> => {
  const submission = await store.private.submissions.findWithoutHistory(id)
  const paper = (await store.private.papers.findByIds([id])).get(id)
  const isDecided = (await store.private.decisions.find(id)) !== null
  if (submission?.state !== 'pending' || paper === undefined || isDecided) throw paperNotQueued(id)
  return { paper, version: submission.version }
}

const show =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const author = await authorOf(ports, context)
    readQuery(context, noParameters)
    const id = pathPaperId(context)
    const { paper, version } = await getQueued(ports, id)
    const drafted = (await ports.store.private.assessments.versionsDrafted(author, [id])).get(id) ?? null
    return json(200, presentDraftedPaper(paper, { version, drafted }))
  }

/** Throws `invalid` for what the paper does not say: a draft rests on its words. */
const requireQuoted = (paper: PaperWithText, passages: readonly SentPassage[]): void => {
  const isQuoted = quoteFinder(paper)
  const errors = passages
    .filter(({ quote }) => !isQuoted(quote))
    .map(({ path }) => ({ path, message: 'must be words of the title, abstract or full text' }))
  if (errors.length > 0) throw validationFailure(errors)
}

const draft =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const author = await authorOf(ports, context)
    readQuery(context, noParameters)
    const { form } = await readInput(context, draftSchema)
    const id = pathPaperId(context)
    const { version, fields, passages } = readDraft(form)
    requireQuoted((await getQueued(ports, id)).paper, passages)
    const kept = passages.map(({ field, value, quote }) => ({ field, value, quote }))
    await ports.run(draftAssessment, { id, author, version, fields, passages: kept })
    return json(200, { success: true, id, version })
  }

const notQueued = { 404: { description: 'It is not in the queue.' } }
const draftScope = { 403: { description: 'The key lacks the scope "draft".' } }

export const draftRoutes = (ports: Ports): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/drafts',
    summary: 'Papers that wait for review, for who drafts assessments of them',
    query: draftListQuery,
    responses: {
      200: { description: 'A page of the queue, oldest first.', schema: draftListResponse, headers: PAGE_HEADERS },
      ...commonFailures,
      ...draftScope,
    },
    handle: list(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/drafts/:id',
    summary: 'A paper of the queue to be read, with its full text',
    responses: {
      200: { description: 'The paper.', schema: draftedPaperResponse },
      ...commonFailures,
      ...draftScope,
      ...notQueued,
    },
    handle: show(ports),
  },
  {
    ...editorialRoute,
    method: 'put',
    path: '/api/editorial/drafts/:id',
    summary:
      'Attach a draft of its assessment, each value with the passage it rests on; replaces an earlier one of the same key',
    body: draftSchema,
    responses: {
      200: { description: 'Kept; nothing is published.', schema: draftResponse },
      ...bodyFailures,
      ...draftScope,
      ...notQueued,
      409: { description: 'The paper is at another version by now, which is named.' },
    },
    handle: draft(ports),
  },
]
