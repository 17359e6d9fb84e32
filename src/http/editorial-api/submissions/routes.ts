import type { Context } from 'hono'
import type { z } from 'zod'
import { transactOnce } from '#actions/once.ts'
import { recommendWithin } from '#actions/recommend-paper.ts'
import { reviewWithin } from '#actions/review-paper.ts'
import { showSubmission } from '#actions/show-submission.ts'
import { Failure } from '#core/failure.ts'
import { PAPER_ID } from '#core/paper.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Letters } from '#ports/letters.ts'
import type { QueueFilter } from '#ports/review.ts'
import type { Store, Transaction } from '#ports/store.ts'
import { asReceipt, fromReceipt, json, type Answer } from '../../kit/answer.ts'
import type { RequireKey } from '../../kit/api-key.ts'
import type { Cursors } from '../../kit/cursor.ts'
import { checkFields } from '../../kit/form-body.ts'
import type { Retries } from '../../kit/idempotency.ts'
import { readJsonBody } from '../../kit/json-body.ts'
import type { PageHeaders } from '../../kit/paging.ts'
import { readQuery } from '../../kit/query.ts'
import type { Route } from '../../kit/route.ts'
import { DECISION_BODY_BYTES, decisionForm, noInput, queueInput, recommendationForm } from './input.ts'
import {
  advisedAnswer,
  decidedAnswer,
  presentQueue,
  presentSubmission,
  queueAnswer,
  submissionAnswer,
} from './present.ts'

type Ports = {
  store: Store
  clock: Clock
  ids: Ids
  letters: Letters
  cursors: Cursors
  pageHeaders: PageHeaders
  retries: Retries
  requireKey: RequireKey
}

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

/** What cannot be an id was never one. */
const idOf = (context: Context): string => {
  const id = context.req.param('id') ?? ''
  if (!PAPER_ID.test(id)) throw new Failure('not_found', 'There is no such paper.')
  return id
}

const show =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    await ports.requireKey(context, 'review')
    readQuery(context, noInput)
    return json(200, presentSubmission(await showSubmission(ports, idOf(context))))
  }

/** A POST by a key of scope `review` that stores, at most once under an Idempotency-Key. */
const act =
  <Form, Result>(
    ports: Ports,
    { form, work }: { form: z.ZodType<Form>; work: (tx: Transaction, form: Form & Who) => Promise<Result> },
    present: (result: Result, id: string) => Record<string, unknown>,
  ) =>
  async (context: Context): Promise<Answer> => {
    const key = await ports.requireKey(context, 'review')
    readQuery(context, noInput)
    const { value, text } = await readJsonBody(context, DECISION_BODY_BYTES)
    const wish = checkFields(form, value)
    const who = { id: idOf(context), actor: `key:${key.id}` }
    return ports.retries.run(context, who.actor, text, async (once) => {
      const { receipt, replayed } = await transactOnce(
        ports,
        { once, seal: (result: Result) => asReceipt(json(200, { success: true, ...present(result, who.id) })) },
        (tx) => work(tx, { ...wish, ...who }),
      )
      return fromReceipt(receipt, replayed)
    })
  }

type Who = { id: string; actor: string }

const decide = (ports: Ports) =>
  act(
    ports,
    {
      form: decisionForm,
      work: (tx, { decision, ...rest }) => reviewWithin(ports, tx, { ...rest, event: decision }),
    },
    (status, id) => ({ id, status }),
  )

const recommend = (ports: Ports) =>
  act(
    ports,
    {
      form: recommendationForm,
      work: (tx, { recommendation, ...rest }) => recommendWithin(ports, tx, { ...rest, event: recommendation }),
    },
    ({ event, version }, id) => ({ id, recommendation: event, version }),
  )

const editorial = { access: 'review', caching: 'none', anyOrigin: false } as const
const refusals = {
  400: { description: 'The body is malformed or invalid, or a parameter is unknown; details names every mistake.' },
  401: { description: 'No key, or no valid one.' },
  403: { description: 'The key lacks the scope "review".' },
}
const unknown = { 404: { description: 'This id was never used.' } }
const postRefusals = {
  ...refusals,
  ...unknown,
  409: {
    description: 'Its state does not allow it, somebody decided already, or the twin of this request is running.',
  },
  413: { description: 'The body is larger than 32 KiB.' },
  415: { description: 'The body is not plain JSON.' },
  422: { description: 'The Idempotency-Key came with another request before.' },
}

export const submissionRoutes = (ports: Ports): Route[] => [
  {
    ...editorial,
    method: 'get',
    path: '/api/editorial/submissions',
    summary: 'The queue: what waits for review, with what the checks found',
    query: queueInput,
    answers: { 200: { description: 'A page of the queue.', schema: queueAnswer }, ...refusals },
    handle: list(ports),
  },
  {
    ...editorial,
    method: 'get',
    path: '/api/editorial/submissions/:id',
    summary: 'A submission whole: checks, differences, advice and history',
    query: noInput,
    answers: { 200: { description: 'The submission.', schema: submissionAnswer }, ...refusals, ...unknown },
    handle: show(ports),
  },
  {
    ...editorial,
    method: 'post',
    path: '/api/editorial/submissions/:id/decision',
    summary: 'Accept, ask or reject; takes effect at once',
    query: noInput,
    body: decisionForm,
    answers: { 200: { description: 'Decided.', schema: decidedAnswer }, ...postRefusals },
    handle: decide(ports),
  },
  {
    ...editorial,
    method: 'post',
    path: '/api/editorial/submissions/:id/recommendation',
    summary: 'Advise the editors; replaces what the same key advised before',
    query: noInput,
    body: recommendationForm,
    answers: { 200: { description: 'Kept.', schema: advisedAnswer }, ...postRefusals },
    handle: recommend(ports),
  },
]
