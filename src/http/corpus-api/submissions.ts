import type { Context } from 'hono'
import { z } from 'zod'
import type { RunAction } from '#actions/run-action.ts'
import { resubmitPaper, submitPaper, withdrawSubmission } from '#actions/submissions.ts'
import type { KeyRecord } from '#core/access/api-key.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { attemptPolicy, submissionAttempts, submissionBucket, submitPolicy, WAITING_BYTES } from '#core/quota.ts'
import {
  type DuplicateCandidate,
  duplicateMatches,
  ownSubmission,
  submissionStates,
  type SubmissionWithHistory,
} from '#core/review/submission.ts'
import type { RequireKey } from '#http/auth/authorize.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { PAPER_BODY_BYTES, readJsonBody } from '#http/input/body.ts'
import type { RunIdempotent } from '#http/input/idempotent-request.ts'
import { cursorParameter, knownParameters, limitParameter, noParameters, pathId, readQuery } from '#http/input/query.ts'
import { type Cursors, PAGE_HEADERS, type PaginationHeaders } from '#http/paging/pagination.ts'
import { rateLimitHeaders } from '#http/routing/rate-limit-headers.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { checkPaper, checkRevision } from '#queries/check-paper.ts'
import { dryRunSubmission } from '#queries/submissions.ts'
import { paperSchema, type ParsedPaper, parsePaper } from '#schemas/paper-schema.ts'
import { requireValid } from '#schemas/validate.ts'

const submitQuery = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: check everything, but store and count nothing.' }),
})

const submissionListQuery = z.strictObject({
  status: z.enum(submissionStates).optional().meta({ description: 'Only submissions in this state.' }),
  limit: limitParameter(),
  cursor: cursorParameter(),
})

/** Throws `invalid` with every error of the body. */
const readPaper = (body: unknown, now: Date): ParsedPaper => requireValid(parsePaper(body, now))

/** A minimal valid paper. */
const paperExample = {
  id: 'p9001',
  title: 'A field study of nurses who work overnight',
  authors: ['Ada Example'],
  year: 2026,
}

const dryRunFields = {
  success: z.literal(true),
  id: z.string(),
  statusUrl: z.string(),
  possibleDuplicates: z
    .array(z.strictObject({ id: z.string(), title: z.string(), match: z.enum(duplicateMatches) }))
    .meta({ description: 'Papers with the same DOI, arXiv id, or title and year.' }),
  ignored: z.array(z.string()).meta({ description: 'Fields in the body that a paper does not have.' }),
}
const dryRunResponse = z.strictObject(dryRunFields)
const submittedResponse = z.strictObject({ ...dryRunFields, status: z.literal('pending') })

const submission = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    status: z.enum(submissionStates),
    submittedAt: z.string(),
    updatedAt: z.string(),
    version: z.int().meta({ description: 'Increases with each resubmission.' }),
    note: z.string().optional().meta({ description: "The reviewer's note on the last decision." }),
    statusUrl: z.string(),
    history: z.array(z.strictObject({ status: z.enum(submissionStates), at: z.string(), note: z.string().optional() })),
  })
  .meta({ id: 'Submission' })
const submissionResponse = z.strictObject({ success: z.literal(true), submission })
const submissionListResponse = z.strictObject({
  success: z.literal(true),
  count: z.int(),
  submissions: z.array(submission),
  waiting: z.strictObject({ bytes: z.int(), limit: z.int() }).meta({
    description: 'The bodies of all waiting submissions of this key together, and how many bytes they may have.',
  }),
})

const statusUrl = (publicUrl: string, id: string): string => `${publicUrl}/api/submissions/${id}`

type SubmissionOutcome = {
  paper: PaperWithText
  duplicates: DuplicateCandidate[]
  ignored: string[]
  publicUrl: string
}

const presentDryRun = ({
  paper,
  duplicates,
  ignored,
  publicUrl,
}: SubmissionOutcome): z.infer<typeof dryRunResponse> => ({
  success: true,
  id: paper.id,
  statusUrl: statusUrl(publicUrl, paper.id),
  possibleDuplicates: duplicates,
  ignored,
})

const presentSubmitted = (outcome: SubmissionOutcome): z.infer<typeof submittedResponse> => {
  const { success, id, ...rest } = presentDryRun(outcome)
  return { success, id, status: 'pending', ...rest }
}

const withNote = (note: string | null): { note?: string } => (note === null ? {} : { note })

const presentSubmission = (found: SubmissionWithHistory, publicUrl: string): z.infer<typeof submission> => ({
  id: found.id,
  title: found.title,
  status: found.state,
  submittedAt: found.submittedAt,
  updatedAt: found.updatedAt,
  version: found.version,
  ...withNote(found.history.at(-1)?.note ?? null),
  statusUrl: statusUrl(publicUrl, found.id),
  history: found.history.map(({ state, at, note }) => ({ status: state, at, ...withNote(note) })),
})

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

const submitForReview = async (ports: Ports, context: Context, key: KeyRecord): Promise<Reply> => {
  const { value, text } = await readJsonBody(context, PAPER_BODY_BYTES)
  const now = ports.clock.now()
  const { paper, ignored } = readPaper(value, now)
  const publicUrl = ports.publicUrl()
  const checkReport = await checkPaper(ports.store.private.papers, { paper, now })
  return ports.runIdempotent(context, {
    client: `key:${key.id}`,
    body: text,
    action: submitPaper,
    input: { paper, bytes: Buffer.byteLength(text), key, checkReport },
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
      (isDryRun ? dryRun : submitForReview)(ports, context, key),
    )
  }

const show = async ({ store, publicUrl }: Ports, id: string, key: KeyRecord): Promise<Reply> => {
  const { submissions } = store.private
  ownSubmission(await submissions.findWithoutHistory(id), { id, key })
  const found = await submissions.find(id)
  if (found === null) throw new Failure('not_found', `There is no submission ${id} for this key.`)
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
    const waiting = { bytes: await store.private.submissions.waitingBytes(key.id, null), limit: WAITING_BYTES }
    return json(200, { success: true, count: submissions.length, submissions, waiting }, headers)
  }

const resubmit =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const key = await ports.requireKey(context, 'submit')
    readQuery(context, noParameters)
    const id = pathId(context)
    return ports.limitAttempts({ counted: submissionAttempts(key) }, async () => {
      const { value, text } = await readJsonBody(context, PAPER_BODY_BYTES)
      const { private: read } = ports.store
      ownSubmission(await read.submissions.findWithoutHistory(id), { id, key })
      const now = ports.clock.now()
      const { paper } = readPaper(value, now)
      if (paper.id !== id) throw validationFailure([{ path: 'id', message: `must be ${id}, as in the URL` }])
      const { checkReport } = await checkRevision(read, { paper, now })
      await ports.run(resubmitPaper, { paper, bytes: Buffer.byteLength(text), key, checkReport })
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
const notFound = { 404: { description: 'This key has no such submission.' } }

export const submissionRoutes = (ports: Ports): Route[] => [
  {
    ...submitterRoute,
    method: 'post',
    path: '/api/papers',
    summary: 'Submit a paper; it appears in the library after review',
    query: submitQuery,
    body: paperSchema,
    bodyBytes: PAPER_BODY_BYTES,
    isIdempotent: true,
    bodyExample: paperExample,
    responses: {
      200: { description: 'Dry run: nothing was stored.', schema: dryRunResponse },
      201: { description: 'Stored for review.', schema: submittedResponse },
      409: { description: 'The id was used before, or the same request is still in progress.' },
      429: {
        description: `More than ${submitPolicy.limit} papers, or ${attemptPolicy.limit} dry runs and failures, in an hour, or waiting papers of more than ${WAITING_BYTES} bytes together; Retry-After says when to try again.`,
      },
      507: { description: 'The disk is full; nothing was stored.' },
    },
    handle: submit(ports),
  },
  {
    ...submitterRoute,
    method: 'get',
    path: '/api/submissions',
    summary: 'Submissions of this key, oldest first; the RateLimit headers say how many more it may send',
    query: submissionListQuery,
    responses: {
      200: {
        description: 'A page of submissions.',
        schema: submissionListResponse,
        headers: [...PAGE_HEADERS, 'RateLimit', 'RateLimit-Policy'],
      },
    },
    handle: listOwn(ports),
  },
  {
    ...submitterRoute,
    method: 'get',
    path: '/api/submissions/:id',
    summary: 'The state of a submission, with the reviewer’s note',
    query: noParameters,
    responses: {
      200: { description: 'The submission.', schema: submissionResponse },
      ...notFound,
    },
    handle: showOwn(ports),
  },
  {
    ...submitterRoute,
    method: 'put',
    path: '/api/submissions/:id',
    summary: 'Resubmit a paper after changes were requested',
    query: noParameters,
    body: paperSchema,
    bodyBytes: PAPER_BODY_BYTES,
    bodyExample: paperExample,
    responses: {
      200: { description: 'Back in review.', schema: submissionResponse },
      ...notFound,
      409: { description: 'No changes were requested.' },
      429: {
        description: `More than ${attemptPolicy.limit} dry runs and failures in an hour, or waiting papers of more than ${WAITING_BYTES} bytes together.`,
      },
    },
    handle: resubmit(ports),
  },
  {
    ...submitterRoute,
    method: 'delete',
    path: '/api/submissions/:id',
    summary: 'Withdraw a submission that has not been decided yet',
    query: noParameters,
    responses: {
      200: { description: 'Withdrawn.', schema: submissionResponse },
      ...notFound,
      409: { description: 'It has already been decided.' },
    },
    handle: withdraw(ports),
  },
]
