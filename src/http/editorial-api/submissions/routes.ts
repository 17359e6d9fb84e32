import type { Context } from 'hono'
import { recommendWithin } from '#actions/recommend-paper.ts'
import { reviewWithin } from '#actions/review-paper.ts'
import { showSubmission } from '#actions/show-submission.ts'
import type { Ids } from '#ports/ids.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { QueueFilter } from '#ports/store/review.ts'
import { json, type Answer } from '#http/routing/reply.ts'
import type { Cursors } from '#http/input/cursor.ts'
import type { PageHeaders } from '#http/input/paging.ts'
import { readQuery } from '#http/input/query.ts'
import { paperIdOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import {
  bodyRefusals,
  editing,
  editorBy,
  postOnce,
  readForm,
  refusals,
  retryRefusals,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { decisionForm, queueInput, recommendationForm } from './input.ts'
import {
  advisedAnswer,
  decidedAnswer,
  presentQueue,
  presentSubmission,
  queueAnswer,
  submissionAnswer,
} from './present.ts'

type Ports = EditingPorts & { ids: Ids; letters: EmailComposer; cursors: Cursors; pageHeaders: PageHeaders }

const list =
  ({ store, requireKey, cursors, pageHeaders }: Ports) =>
  async (context: Context): Promise<Answer> => {
    await requireKey(context, 'review')
    const { status, order: asked, key, session, maxRisk, limit, cursor } = readQuery(context, queueInput)
    const filter: QueueFilter = { state: status, submittedBy: key, session, maxRisk }
    // What waits for its submitter has left the order by risk.
    const order = status === 'pending' ? asked : 'age'
    const question = `queue ${JSON.stringify([order, filter])}`
    const { queue } = store.read
    const found = await queue.list(filter, { order, after: cursors.read(question, cursor), limit })
    const next = found.next === null ? null : cursors.sign(question, found.next)
    return json(200, presentQueue(found.papers), pageHeaders(context, await queue.count(filter), next))
  }

const show =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    await editorBy(ports, context)
    return json(200, presentSubmission(await showSubmission(ports, paperIdOf(context))))
  }

const decide =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    const actor = await editorBy(ports, context)
    const { form, text } = await readForm(context, decisionForm)
    const wish = { id: paperIdOf(context), event: form.decision, note: form.note, actor }
    return postOnce(
      ports,
      { context, actor, text },
      (tx) => reviewWithin(ports, tx, wish),
      (status) => json(200, { success: true, id: wish.id, status }),
    )
  }

const recommend =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    const actor = await editorBy(ports, context)
    const { form, text } = await readForm(context, recommendationForm)
    const wish = { id: paperIdOf(context), event: form.recommendation, note: form.note, actor }
    return postOnce(
      ports,
      { context, actor, text },
      (tx) => recommendWithin(ports, tx, wish),
      ({ event, version }) => json(200, { success: true, id: wish.id, recommendation: event, version }),
    )
  }

const unknown = { 404: { description: 'This id was never used.' } }
const postRefusals = {
  ...bodyRefusals,
  ...unknown,
  ...retryRefusals,
  409: {
    description: 'Its state does not allow it, somebody decided already, or the twin of this request is running.',
  },
}

export const submissionRoutes = (ports: Ports): Route[] => [
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/submissions',
    summary: 'The queue: what waits for review, with what the checks found',
    query: queueInput,
    answers: { 200: { description: 'A page of the queue.', schema: queueAnswer }, ...refusals },
    handle: list(ports),
  },
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/submissions/:id',
    summary: 'A submission whole: checks, differences, advice and history',
    answers: { 200: { description: 'The submission.', schema: submissionAnswer }, ...refusals, ...unknown },
    handle: show(ports),
  },
  {
    ...editing,
    method: 'post',
    path: '/api/editorial/submissions/:id/decision',
    summary: 'Accept, ask or reject; takes effect at once',
    body: decisionForm,
    answers: { 200: { description: 'Decided.', schema: decidedAnswer }, ...postRefusals },
    handle: decide(ports),
  },
  {
    ...editing,
    method: 'post',
    path: '/api/editorial/submissions/:id/recommendation',
    summary: 'Advise the editors; replaces what the same key advised before',
    body: recommendationForm,
    answers: { 200: { description: 'Kept.', schema: advisedAnswer }, ...postRefusals },
    handle: recommend(ports),
  },
]
