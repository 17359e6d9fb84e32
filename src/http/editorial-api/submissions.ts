import type { Context } from 'hono'
import { z } from 'zod'
import { decidePaper } from '#actions/decisions.ts'
import { recommendPaper } from '#actions/recommendations.ts'
import { groupedNumber } from '#core/numbers.ts'
import type { FieldChange } from '#core/papers/paper-diff.ts'
import { MAX_VERSION } from '#core/papers/paper.ts'
import { type CheckReport, checkNames, editorMatches, type Finding, MAX_RISK } from '#core/review/checks.ts'
import { type QueuedPaper, type QueueFilter, queueOrders } from '#core/review/queue.ts'
import {
  duplicateMatches,
  INGEST_SESSION_NAME,
  INGEST_SESSION_NAME_RULE,
  MAX_NOTE_LENGTH,
  submissionStates,
  verdicts,
} from '#core/review/submission.ts'
import { cursorParameter, knownParameters, limitParameter, pathPaperId, readQuery } from '#http/input/query.ts'
import { type Cursors, PAGE_HEADERS, type PaginationHeaders } from '#http/paging/pagination.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { turnAfter } from '#http/routing/turns.ts'
import type { Route } from '#http/routing/route.ts'
import { getSubmissionDetails, type SubmissionDetails } from '#queries/submissions.ts'
import { contractName, contractValue } from '#schemas/contract-names.ts'
import { omitEmpty } from '#schemas/fields.ts'
import { assessedParameter } from '#schemas/paper-filter.ts'
import { presentFullPaper } from '#schemas/paper-schema.ts'
import { presentedFailingMarks } from '#schemas/present-evidence.ts'
import { lacksField } from './assessments.ts'
import { failingMarksOf } from './failing-marks.ts'
import { editedPaper } from './papers.ts'
import { authenticateEditor, type EditingPorts, editorialRoute, readInput } from './versioned-resource.ts'

const name = (description: string, example: string) =>
  z
    .string()
    .regex(INGEST_SESSION_NAME, { error: `must be ${INGEST_SESSION_NAME_RULE}` })
    .optional()
    .transform((value) => value ?? null)
    .meta({ description, example })

const queueQuery = z.strictObject({
  status: z
    .enum(['pending', 'changes_requested'])
    .optional()
    .transform((status) => status ?? 'pending')
    .meta({ description: 'Papers waiting for the editors or for their submitters; default: pending.' }),
  order: z
    .enum(queueOrders)
    .optional()
    .transform((order) => order ?? 'age')
    .meta({ description: 'Oldest first, or riskiest first (pending ones only); default: age.' }),
  key: name('Only papers that the API key with this id submitted.', 'k_4f1c2d3e4f5a'),
  session: name('Only papers of this ingestion session.', 'november'),
  maxRisk: z
    .string()
    .regex(/^\d{1,3}$/u, { error: `must be a whole number from 0 to ${MAX_RISK}` })
    .refine((text) => Number(text) <= MAX_RISK, { error: `must be a whole number from 0 to ${MAX_RISK}` })
    .transform(Number)
    .optional()
    .transform((risk) => risk ?? null)
    .meta({ description: 'Only papers with at most this risk.', example: '20' }),
  assessed: assessedParameter(),
  limit: limitParameter(),
  cursor: cursorParameter(),
})

const note = z
  .string()
  .optional()
  .transform((text) => text ?? null)
  .meta({
    description: `Required to request changes and to reject; at most ${groupedNumber(MAX_NOTE_LENGTH)} characters.`,
  })

const version = z
  .int()
  .min(1)
  .max(MAX_VERSION)
  .optional()
  .transform((seen) => seen ?? null)
  .meta({ description: 'The version that you reviewed; required for a paper that was resubmitted.' })

const decisionSchema = z.strictObject({ decision: z.enum(verdicts), version, note })
const recommendationSchema = z.strictObject({ recommendation: z.enum(verdicts), note })

const status = z.enum(submissionStates)
const by = z.string().meta({ description: 'cli, key:ID, editor:ID, or a part of the program.' })

const check = z.strictObject({
  check: z.enum(checkNames),
  field: z.string(),
  reason: z.string(),
  papers: z
    .array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        match: z.enum([...duplicateMatches, ...editorMatches]),
        status,
      }),
    )
    .optional()
    .meta({ description: 'Similar papers.' }),
})

const queued = {
  id: z.string(),
  title: z.string(),
  year: z.int(),
  status,
  version: z.int(),
  submittedAt: z.string(),
  submittedBy: z.strictObject({ id: z.string(), label: z.string().optional() }).optional(),
  session: z.string().optional(),
  risk: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: 'Left out for submissions from before the checks existed.' }),
  checks: z.array(check),
  lacks: lacksField,
}

const queueResponse = z.strictObject({
  success: z.literal(true),
  count: z.int(),
  submissions: z.array(z.strictObject({ ...queued, advice: z.array(z.enum(verdicts)) })),
})

const value = z.union([z.string(), z.number(), z.array(z.string())]).optional()

const submission = z.strictObject({
  ...queued,
  paper: editedPaper,
  changes: z
    .array(z.strictObject({ field: z.string(), before: value, after: value }))
    .meta({ description: 'Differences from the previous version, if there is one.' }),
  recommendations: z.array(
    z.strictObject({
      recommendation: z.enum(verdicts),
      note: z.string().optional(),
      by,
      version: z.int(),
      at: z.string(),
    }),
  ),
  history: z.array(z.strictObject({ status, at: z.string(), by, note: z.string().optional() })),
  decision: z
    .strictObject({ decision: z.enum(verdicts), note: z.string().optional(), by, takesEffectAt: z.string() })
    .optional()
    .meta({ description: 'A decision made in the console that can still be undone.' }),
})
const submissionResponse = z.strictObject({ success: z.literal(true), submission })

const decisionResponse = z.strictObject({
  success: z.literal(true),
  id: z.string(),
  status,
  evidence: presentedFailingMarks.optional(),
})
const recommendationResponse = z.strictObject({
  success: z.literal(true),
  id: z.string(),
  recommendation: z.enum(verdicts),
  version: z.int().meta({ description: 'The version of the paper that the recommendation is about.' }),
})

const presentCheck = ({ check: name, field, reason, alike }: Finding): z.infer<typeof check> => ({
  check: name,
  field: contractName(field),
  reason,
  ...omitEmpty({ papers: alike.map(({ id, title, match, state }) => ({ id, title, match, status: state })) }),
})

const presentSummary = (paper: QueuedPaper, checkReport: CheckReport | null) => ({
  id: paper.id,
  title: paper.title,
  year: paper.year,
  status: paper.state,
  version: paper.version,
  submittedAt: paper.submittedAt,
  ...omitEmpty({
    submittedBy: paper.submittedBy === null ? null : { id: paper.submittedBy, ...omitEmpty({ label: paper.keyLabel }) },
    session: paper.session,
    risk: checkReport?.risk ?? null,
  }),
  checks: (checkReport?.findings ?? []).map(presentCheck),
  lacks: paper.lacks.map(contractName),
})

const presentQueue = (papers: readonly QueuedPaper[]): z.infer<typeof queueResponse> => ({
  success: true,
  count: papers.length,
  submissions: papers.map((paper) => ({ ...presentSummary(paper, paper.checkReport), advice: paper.advice })),
})

const presentChange = ({ field, before, after }: FieldChange) => ({
  field: contractName(field),
  ...omitEmpty({ before: contractValue(field, before), after: contractValue(field, after) }),
})

const presentSubmission = (shown: SubmissionDetails): z.infer<typeof submissionResponse> => ({
  success: true,
  submission: {
    ...presentSummary(shown.queued, shown.checkReport),
    paper: presentFullPaper(shown.paper),
    changes: shown.changes.map(presentChange),
    recommendations: shown.recommendations.map(({ event, note, actor, version, at }) => ({
      recommendation: event,
      ...omitEmpty({ note }),
      by: actor,
      version,
      at,
    })),
    history: shown.history.map(({ state, at, actor, note }) => ({
      status: state,
      at,
      by: actor,
      ...omitEmpty({ note }),
    })),
    ...(shown.decision === null
      ? {}
      : {
          decision: {
            decision: shown.decision.event,
            ...omitEmpty({ note: shown.decision.note }),
            by: shown.decision.actor,
            takesEffectAt: shown.decision.dueAt,
          },
        }),
  },
})

type Ports = EditingPorts & { cursors: Cursors; pageHeaders: PaginationHeaders }

const list =
  ({ store, requireKey, cursors, pageHeaders }: Ports) =>
  async (context: Context): Promise<Reply> => {
    await requireKey(context, 'review:read')
    const { status, order: asked, key, session, maxRisk, assessed, limit, cursor } = readQuery(context, queueQuery)
    const filter: QueueFilter = { state: status, submittedBy: key, session, maxRisk, assessed }
    // Papers waiting for their submitter have no order by risk.
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
    await turnAfter(submission.paper.fullText)
    return json(200, presentSubmission(submission))
  }

/** What does not hold of the commentary that accepting a paper publishes. */
const failingInCommentary = async (ports: Ports, id: string): ReturnType<typeof failingMarksOf> => {
  const { submissions, papers } = ports.store.private
  const submission = await submissions.findWithoutHistory(id)
  const paper = (await papers.findByIds([id])).get(id)
  if (submission === null || paper === undefined || paper.commentary === null) return {}
  return failingMarksOf(ports, [paper.commentary], { waiting: { paper, version: submission.version } })
}

const decide =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const actor = await authenticateEditor(ports, context, 'review:decide')
    const { form, text } = await readInput(context, decisionSchema)
    const id = pathPaperId(context)
    const beside = form.decision === 'accept' ? await failingInCommentary(ports, id) : {}
    return ports.runIdempotent(context, {
      client: actor,
      body: text,
      action: decidePaper,
      input: { id, event: form.decision, note: form.note, version: form.version, actor },
      toAnswer: (status) => json(200, { success: true, id, status, ...beside }),
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

const notFound = { 404: { description: 'There is no such submission.' } }
const postFailures = {
  ...notFound,
  409: {
    description:
      'Its state does not allow this, it has to be assessed first, it has already been decided, it was resubmitted (version names the new version), or the same request is in progress.',
  },
}

export const submissionRoutes = (ports: Ports): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/submissions',
    summary: 'The queue: papers waiting for review, with the findings of the checks',
    query: queueQuery,
    responses: {
      200: { description: 'A page of the queue.', schema: queueResponse, headers: PAGE_HEADERS },
    },
    handle: list(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/submissions/:id',
    summary: 'A submission with its checks, differences, recommendations and history',
    responses: { 200: { description: 'The submission.', schema: submissionResponse }, ...notFound },
    handle: show(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/submissions/:id/decision',
    summary: 'Accept, request changes or reject; takes effect at once',
    body: decisionSchema,
    isIdempotent: true,
    responses: { 200: { description: 'Decided.', schema: decisionResponse }, ...postFailures },
    handle: decide(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/submissions/:id/recommendation',
    summary: 'Recommend a decision to the editors; replaces an earlier recommendation of the same key',
    body: recommendationSchema,
    isIdempotent: true,
    responses: { 200: { description: 'Stored.', schema: recommendationResponse }, ...postFailures },
    handle: recommend(ports),
  },
]
