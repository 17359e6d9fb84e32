import type { Context } from 'hono'
import { resubmitPaper } from '#actions/submissions/resubmit-paper.ts'
import { submitPaper } from '#actions/submissions/submit-paper.ts'
import { withdrawSubmission } from '#actions/submissions/withdraw-submission.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { KeyRecord } from '#core/access/api-key.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { attemptPolicy, submissionAttempts, submissionBucket, submitPolicy } from '#core/quota.ts'
import { submissionStates } from '#core/review/submission-state.ts'
import { ownSubmission } from '#core/review/submission.ts'
import { paperSchema } from '#schemas/paper-schema.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { assessPaper } from '#queries/assess-paper.ts'
import { dryRunSubmission } from '#queries/dry-run-submission.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { RequireKey } from '#http/auth/require-key.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { keyReusedResponse, type RunIdempotent } from '#http/input/idempotent-request.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import { PAGE_HEADERS, type PaginationHeaders } from '#http/paging/pagination-headers.ts'
import { rateLimitHeaders } from '#http/routing/quota-headers.ts'
import { knownParameters, noParameters, readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { PAPER_BODY_BYTES, tooLargeResponse } from '#http/input/body-limits.ts'
import { paperExample, submissionListQuery, submitQuery, readPaper } from './input.ts'
import {
  presentDryRun,
  presentSubmission,
  presentSubmitted,
  dryRunResponse,
  statusUrl,
  submissionResponse,
  submissionListResponse,
  submittedResponse,
} from './present.ts'

type Ports = {
  store: Store
  clock: Clock
  cursors: Cursors
  pageHeaders: PaginationHeaders
  run: RunAction
  runIdempotent: RunIdempotent
  limitAttempts: LimitAttempts
  requireKey: RequireKey
  publicUrl: () => string
}

const dryRun = async (ports: Ports, context: Context, key: KeyRecord): Promise<Reply> => {
  const { value } = await readJsonBody(context, PAPER_BODY_BYTES)
  const { paper, ignored } = readPaper(value, ports.clock.now())
  const { duplicates } = await dryRunSubmission(ports.store.private, { paper, key })
  return json(200, presentDryRun({ paper, duplicates, ignored, publicUrl: ports.publicUrl() }))
}

const store = async (ports: Ports, context: Context, key: KeyRecord): Promise<Reply> => {
  const { value, text } = await readJsonBody(context, PAPER_BODY_BYTES)
  const now = ports.clock.now()
  const { paper, ignored } = readPaper(value, now)
  const publicUrl = ports.publicUrl()
  const assessment = await assessPaper(ports.store.private.papers, { paper, now })
  return ports.runIdempotent(context, {
    client: `key:${key.id}`,
    body: text,
    action: submitPaper,
    input: { paper, key, assessment },
    toAnswer: ({ duplicates, quota }) =>
      json(201, presentSubmitted({ paper, duplicates, ignored, publicUrl }), {
        Location: statusUrl(publicUrl, paper.id),
        ...rateLimitHeaders(quota),
      }),
  })
}

const submit =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const key = await ports.requireKey(context, 'submit')
    const isDryRun = readQuery(context, submitQuery).dryRun === 'true'
    return ports.limitAttempts({ counted: submissionAttempts(key), countsSuccess: isDryRun }, () =>
      (isDryRun ? dryRun : store)(ports, context, key),
    )
  }

const show = async ({ store, publicUrl }: Ports, id: string, key: KeyRecord): Promise<Reply> => {
  const { submissions } = store.private
  ownSubmission(await submissions.findWithoutHistory(id), { id, key })
  const found = await submissions.find(id)
  if (found === null) throw new Failure('not_found', `There is no submission ${id} of this key.`)
  return json(200, { success: true, submission: presentSubmission(found, publicUrl()) })
}

const showOwn =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const key = await ports.requireKey(context, 'submit')
    readQuery(context, noParameters)
    return show(ports, pathId(context), key)
  }

const listOwn =
  ({ store, clock, cursors, pageHeaders, requireKey, publicUrl }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const key = await requireKey(context, 'submit')
    const { status, limit, cursor } = readQuery(context, submissionListQuery)
    const question = `submissions ${key.id} ${status ?? ''}`
    const filter = { submittedBy: key.id, states: status === undefined ? submissionStates : [status] }
    const page = await store.private.submissions.list(filter, cursors.read(question, cursor), limit)
    const next = page.next === null ? null : cursors.sign(question, page.next)
    const submissions = page.submissions.map((found) => presentSubmission(found, publicUrl()))
    const quota = await store.private.quota.peek(submissionBucket(key), submitPolicy, clock.now())
    const asked = knownParameters(context, submissionListQuery)
    const headers = { ...pageHeaders(context, { asked, limit, total: page.total, next }), ...rateLimitHeaders(quota) }
    return json(200, { success: true, count: submissions.length, submissions }, headers)
  }

const resubmit =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const key = await ports.requireKey(context, 'submit')
    readQuery(context, noParameters)
    const id = pathId(context)
    return ports.limitAttempts({ counted: submissionAttempts(key) }, async () => {
      const { value } = await readJsonBody(context, PAPER_BODY_BYTES)
      const { private: read } = ports.store
      ownSubmission(await read.submissions.findWithoutHistory(id), { id, key })
      const now = ports.clock.now()
      const { paper } = readPaper(value, now)
      if (paper.id !== id) throw validationFailure([{ path: 'id', message: `must be ${id}, as in the address` }])
      const assessment = await assessPaper(read.papers, { paper, now })
      await ports.run(resubmitPaper, { paper, key, assessment })
      return show(ports, id, key)
    })
  }

const withdraw =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const key = await ports.requireKey(context, 'submit')
    readQuery(context, noParameters)
    const id = pathId(context)
    await ports.run(withdrawSubmission, { id, key })
    return show(ports, id, key)
  }

const submitterRoute = { access: 'submit', caching: 'none', allowCors: false } as const
const authorizationFailures = {
  401: { description: 'No key, or no valid one.' },
  403: { description: 'The key lacks the scope "submit".' },
}
const unknownParameter = { 400: { description: 'A parameter is unknown.' } }
const notFound = { 404: { description: 'This key has no such submission.' } }

export const submissionRoutes = (ports: Ports): Route[] => [
  {
    ...submitterRoute,
    method: 'post',
    path: '/api/papers',
    summary: 'Submit a paper; it appears in the library after review',
    query: submitQuery,
    body: paperSchema,
    bodyExample: paperExample,
    responses: {
      200: { description: 'Dry run: nothing was stored.', schema: dryRunResponse },
      201: { description: 'Stored for review.', schema: submittedResponse },
      400: { description: 'The body is malformed or invalid; details names every error.' },
      ...authorizationFailures,
      409: { description: 'The id was used before, or the same request is still running.' },
      413: tooLargeResponse(PAPER_BODY_BYTES),
      415: { description: 'The body is not plain JSON.' },
      422: keyReusedResponse,
      429: {
        description: `${submitPolicy.limit} papers, or ${attemptPolicy.limit} dry runs and failures, are counted in an hour; Retry-After says when there is room.`,
      },
      507: { description: 'The disk is full; nothing was stored.' },
    },
    handle: submit(ports),
  },
  {
    ...submitterRoute,
    method: 'get',
    path: '/api/submissions',
    summary: 'Submissions of this key, oldest first; the RateLimit headers tell how many more it may send',
    query: submissionListQuery,
    responses: {
      200: {
        description: 'A page of submissions.',
        schema: submissionListResponse,
        headers: [...PAGE_HEADERS, 'RateLimit', 'RateLimit-Policy'],
      },
      400: { description: 'A parameter is unknown or out of range.' },
      ...authorizationFailures,
    },
    handle: listOwn(ports),
  },
  {
    ...submitterRoute,
    method: 'get',
    path: '/api/submissions/:id',
    summary: 'State of a submission, with the reviewer’s note',
    query: noParameters,
    responses: {
      200: { description: 'The submission.', schema: submissionResponse },
      ...unknownParameter,
      ...authorizationFailures,
      ...notFound,
    },
    handle: showOwn(ports),
  },
  {
    ...submitterRoute,
    method: 'put',
    path: '/api/submissions/:id',
    summary: 'Resubmit a paper that was sent back with a question',
    query: noParameters,
    body: paperSchema,
    bodyExample: paperExample,
    responses: {
      200: { description: 'Back in review.', schema: submissionResponse },
      400: { description: 'The body is malformed or invalid, or a parameter is unknown.' },
      ...authorizationFailures,
      ...notFound,
      409: { description: 'No changes were asked for.' },
      413: tooLargeResponse(PAPER_BODY_BYTES),
      415: { description: 'The body is not plain JSON.' },
      429: { description: `${attemptPolicy.limit} dry runs and failures are counted in an hour.` },
    },
    handle: resubmit(ports),
  },
  {
    ...submitterRoute,
    method: 'delete',
    path: '/api/submissions/:id',
    summary: 'Withdraw a submission that is not decided yet',
    query: noParameters,
    responses: {
      200: { description: 'Withdrawn.', schema: submissionResponse },
      ...unknownParameter,
      ...authorizationFailures,
      ...notFound,
      409: { description: 'It is decided already.' },
    },
    handle: withdraw(ports),
  },
]
