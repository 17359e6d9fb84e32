import type { Context } from 'hono'
import { getOwnSubmission } from '#actions/own-submission.ts'
import { resubmitPaper } from '#actions/resubmit-paper.ts'
import { rehearseSubmission, submitBucket, submitPaper } from '#actions/submit-paper.ts'
import { withdrawSubmission } from '#actions/withdraw-submission.ts'
import type { KeyRecord } from '#core/access/api-key.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { submitPolicy } from '#core/access/quota.ts'
import { submissionStates } from '#core/review/submission-state.ts'
import { paperSchema } from '#schemas/paper-schema.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { asReceipt, fromReceipt, json, type Answer } from '#http/routing/reply.ts'
import type { RequireKey } from '#http/auth/require-key.ts'
import type { Cursors } from '#http/input/cursor.ts'
import type { Retries } from '#http/input/idempotency-key.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import type { PageHeaders } from '#http/input/paging.ts'
import { quotaHeaders } from '#http/routing/quota-headers.ts'
import { readQuery } from '#http/input/query.ts'
import { idOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { listInput, noInput, PAPER_BODY_BYTES, submitInput, toPaper } from './input.ts'
import {
  presentRehearsed,
  presentSubmission,
  presentSubmitted,
  rehearsedAnswer,
  statusUrl,
  submissionAnswer,
  submissionListAnswer,
  submittedAnswer,
} from './present.ts'

type Ports = {
  store: Store
  clock: Clock
  cursors: Cursors
  pageHeaders: PageHeaders
  retries: Retries
  requireKey: RequireKey
  publicUrl: () => string
}

const submit =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    const { store, clock, retries, requireKey } = ports
    const key = await requireKey(context, 'submit')
    const { dryRun } = readQuery(context, submitInput)
    const { value, text } = await readJsonBody(context, PAPER_BODY_BYTES)
    const { paper, ignored } = toPaper(value, clock.now())
    const publicUrl = ports.publicUrl()
    if (dryRun === 'true') {
      const { likeness } = await rehearseSubmission({ store }, { paper, key })
      return json(200, presentRehearsed({ paper, likeness, ignored, publicUrl }))
    }
    return retries.run(context, `key:${key.id}`, text, async (once) => {
      const { receipt, replayed } = await submitPaper(
        { store, clock },
        { paper, key },
        {
          once,
          seal: ({ likeness, quota }) =>
            asReceipt(
              json(201, presentSubmitted({ paper, likeness, ignored, publicUrl }), {
                Location: statusUrl(publicUrl, paper.id),
                ...quotaHeaders(quota),
              }),
            ),
        },
      )
      return fromReceipt(receipt, replayed)
    })
  }

const show = async ({ store, publicUrl }: Ports, id: string, key: KeyRecord): Promise<Answer> => {
  await getOwnSubmission(store.read, id, key)
  const found = await store.read.submissions.find(id)
  if (found === null) throw new Failure('not_found', `There is no submission ${id} of this key.`)
  return json(200, { success: true, submission: presentSubmission(found, publicUrl()) })
}

const showOwn =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    const key = await ports.requireKey(context, 'submit')
    readQuery(context, noInput)
    return show(ports, idOf(context), key)
  }

const listOwn =
  ({ store, clock, cursors, pageHeaders, requireKey, publicUrl }: Ports) =>
  async (context: Context): Promise<Answer> => {
    const key = await requireKey(context, 'submit')
    const { status, limit, cursor } = readQuery(context, listInput)
    const question = `submissions ${key.id} ${status ?? ''}`
    const filter = { submittedBy: key.id, states: status === undefined ? submissionStates : [status] }
    const page = await store.read.submissions.list(filter, cursors.read(question, cursor), limit)
    const next = page.next === null ? null : cursors.sign(question, page.next)
    const submissions = page.submissions.map((found) => presentSubmission(found, publicUrl()))
    const quota = await store.read.quota.peek(submitBucket(key), submitPolicy, clock.now())
    const headers = { ...pageHeaders(context, page.total, next), ...quotaHeaders(quota) }
    return json(200, { success: true, count: submissions.length, submissions }, headers)
  }

const resubmit =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    const key = await ports.requireKey(context, 'submit')
    readQuery(context, noInput)
    const id = idOf(context)
    const { value } = await readJsonBody(context, PAPER_BODY_BYTES)
    await getOwnSubmission(ports.store.read, id, key)
    const { paper } = toPaper(value, ports.clock.now())
    if (paper.id !== id) throw validationFailure([{ path: 'id', message: `must be ${id}, as in the address` }])
    await resubmitPaper(ports, { paper, key })
    return show(ports, id, key)
  }

const withdraw =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    const key = await ports.requireKey(context, 'submit')
    readQuery(context, noInput)
    const id = idOf(context)
    await withdrawSubmission(ports, { id, key })
    return show(ports, id, key)
  }

const own = { access: 'submit', caching: 'none', anyOrigin: false } as const
const unauthorised = {
  401: { description: 'No key, or no valid one.' },
  403: { description: 'The key lacks the scope "submit".' },
}
const unknownParameter = { 400: { description: 'A parameter is unknown.' } }
const notYours = { 404: { description: 'This key has no such submission.' } }

export const submissionRoutes = (ports: Ports): Route[] => [
  {
    ...own,
    method: 'post',
    path: '/api/papers',
    summary: 'Submit a paper; it appears in the library after review',
    query: submitInput,
    body: paperSchema,
    answers: {
      200: { description: 'Dry run: nothing was stored.', schema: rehearsedAnswer },
      201: { description: 'Stored for review.', schema: submittedAnswer },
      400: { description: 'The body is malformed or invalid; details names every mistake.' },
      ...unauthorised,
      409: { description: 'The id was used before, or the twin of this request is still running.' },
      413: { description: 'The body is larger than 1 MiB.' },
      415: { description: 'The body is not plain JSON.' },
      422: { description: 'The Idempotency-Key came with another request before.' },
      429: { description: '100 papers in an hour are stored; Retry-After says when there is room.' },
      507: { description: 'The disk is full; nothing was stored.' },
    },
    handle: submit(ports),
  },
  {
    ...own,
    method: 'get',
    path: '/api/submissions',
    summary: 'Submissions of this key, oldest first; the RateLimit headers tell how many more it may send',
    query: listInput,
    answers: {
      200: { description: 'A page of submissions.', schema: submissionListAnswer },
      400: { description: 'A parameter is unknown or out of range.' },
      ...unauthorised,
    },
    handle: listOwn(ports),
  },
  {
    ...own,
    method: 'get',
    path: '/api/submissions/:id',
    summary: 'State of a submission, with the reviewer’s note',
    query: noInput,
    answers: {
      200: { description: 'The submission.', schema: submissionAnswer },
      ...unknownParameter,
      ...unauthorised,
      ...notYours,
    },
    handle: showOwn(ports),
  },
  {
    ...own,
    method: 'put',
    path: '/api/submissions/:id',
    summary: 'Resubmit a paper that was sent back with a question',
    query: noInput,
    body: paperSchema,
    answers: {
      200: { description: 'Back in review.', schema: submissionAnswer },
      400: { description: 'The body is malformed or invalid, or a parameter is unknown.' },
      ...unauthorised,
      ...notYours,
      409: { description: 'No changes were asked for.' },
      413: { description: 'The body is larger than 1 MiB.' },
      415: { description: 'The body is not plain JSON.' },
    },
    handle: resubmit(ports),
  },
  {
    ...own,
    method: 'delete',
    path: '/api/submissions/:id',
    summary: 'Withdraw a submission that is not decided yet',
    query: noInput,
    answers: {
      200: { description: 'Withdrawn.', schema: submissionAnswer },
      ...unknownParameter,
      ...unauthorised,
      ...notYours,
      409: { description: 'It is decided already.' },
    },
    handle: withdraw(ports),
  },
]
