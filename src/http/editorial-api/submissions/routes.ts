import type { Context } from 'hono'
import type { QueueFilter } from '#core/review/queue.ts'
import { recommendPaper } from '#actions/review/recommend-paper.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import { getSubmissionDetails } from '#queries/get-submission-details.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { PAGE_HEADERS, type PaginationHeaders } from '#http/paging/pagination-headers.ts'
import { knownParameters, readQuery } from '#http/input/query.ts'
import { pathPaperId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import {
  bodyFailures,
  editorialRoute,
  authenticateEditor,
  readInput,
  commonFailures,
  idempotencyFailures,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { decisionSchema, queueQuery, recommendationSchema } from './input.ts'
import {
  recommendationResponse,
  decisionResponse,
  presentQueue,
  presentSubmission,
  queueResponse,
  submissionResponse,
} from './present.ts'

type Ports = EditingPorts & { cursors: Cursors; pageHeaders: PaginationHeaders }

const list =
  ({ store, requireKey, cursors, pageHeaders }: Ports) =>
  async (context: Context): Promise<Reply> => {
    await requireKey(context, 'review:read')
    const { status, order: asked, key, session, maxRisk, limit, cursor } = readQuery(context, queueQuery)
    const filter: QueueFilter = { state: status, submittedBy: key, session, maxRisk }
    // What waits for its submitter has left the order by risk.
    const order = status === 'pending' ? asked : 'age'
    const question = `queue ${JSON.stringify([order, filter])}`
    const { queue } = store.private
    const found = await queue.list(filter, { order, after: cursors.read(question, cursor), limit })
    const next = found.next === null ? null : cursors.sign(question, found.next)
    const links = { asked: knownParameters(context, queueQuery), limit, total: await queue.count(filter), next }
    return json(200, presentQueue(found.papers), pageHeaders(context, links))
  }

const show =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    await authenticateEditor(ports, context, 'review:read')
    const { store, clock } = ports
    const submission = await getSubmissionDetails(store.private, { id: pathPaperId(context), now: clock.now() })
    return json(200, presentSubmission(submission))
  }

const decide =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const actor = await authenticateEditor(ports, context, 'review:decide')
    const { form, text } = await readInput(context, decisionSchema)
    const id = pathPaperId(context)
    return ports.runIdempotent(context, {
      client: actor,
      body: text,
      action: decidePaper,
      input: { id, event: form.decision, note: form.note, version: form.version, actor },
      toAnswer: (status) => json(200, { success: true, id, status }),
    })
  }

const recommend =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const actor = await authenticateEditor(ports, context, 'review:advise')
    const { form, text } = await readInput(context, recommendationSchema)
    const id = pathPaperId(context)
    return ports.runIdempotent(context, {
      client: actor,
      body: text,
      action: recommendPaper,
      input: { id, event: form.recommendation, note: form.note, actor },
      toAnswer: ({ event, version }) => json(200, { success: true, id, recommendation: event, version }),
    })
  }

const notFound = { 404: { description: 'This id was never used.' } }
const postFailures = {
  ...bodyFailures,
  ...notFound,
  ...idempotencyFailures,
  409: {
    description:
      'Its state does not allow it, somebody decided already, it came back in another version (with version), or the same request is running.',
  },
}

export const submissionRoutes = (ports: Ports): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/submissions',
    summary: 'The queue: papers that wait for review, with the findings of the checks',
    query: queueQuery,
    responses: {
      200: { description: 'A page of the queue.', schema: queueResponse, headers: PAGE_HEADERS },
      ...commonFailures,
    },
    handle: list(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/submissions/:id',
    summary: 'A submission whole: checks, differences, advice and history',
    responses: { 200: { description: 'The submission.', schema: submissionResponse }, ...commonFailures, ...notFound },
    handle: show(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/submissions/:id/decision',
    summary: 'Accept, request changes or reject; takes effect at once',
    body: decisionSchema,
    responses: { 200: { description: 'Decided.', schema: decisionResponse }, ...postFailures },
    handle: decide(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/submissions/:id/recommendation',
    summary: 'Recommend a decision to the editors; replaces an earlier recommendation of the same key',
    body: recommendationSchema,
    responses: { 200: { description: 'Kept.', schema: recommendationResponse }, ...postFailures },
    handle: recommend(ports),
  },
]
