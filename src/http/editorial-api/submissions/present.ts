import { z } from 'zod'
import type { QueuedPaper } from '#core/review/queue.ts'
import type { Assessment } from '#core/review/checks/assess.ts'
import { checkNames, editorMatches, type Finding } from '#core/review/checks/finding.ts'
import type { FieldChange } from '#core/papers/paper-diff.ts'
import { submissionStates, verdicts } from '#core/review/submission-state.ts'
import { duplicateMatches } from '#core/review/submission.ts'
import { contractName, contractValue } from '#schemas/contract-names.ts'
import { omitEmpty } from '#schemas/omit-empty.ts'
import { presentFullPaper } from '#schemas/paper-schema.ts'
import type { SubmissionDetails } from '#queries/get-submission-details.ts'
import { editedPaper } from '#http/editorial-api/papers/present.ts'

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
    .meta({ description: 'The papers that it looks like.' }),
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
    .meta({ description: 'Absent for submissions from before there were checks.' }),
  checks: z.array(check),
}

export const queueResponse = z.strictObject({
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
    .meta({ description: 'What differs from the version before, if there was one.' }),
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
export const submissionResponse = z.strictObject({ success: z.literal(true), submission })

export const decisionResponse = z.strictObject({ success: z.literal(true), id: z.string(), status })
export const recommendationResponse = z.strictObject({
  success: z.literal(true),
  id: z.string(),
  recommendation: z.enum(verdicts),
  version: z.int().meta({ description: 'The version of the paper that was advised on.' }),
})

const presentCheck = ({ check: name, field, reason, alike }: Finding): z.infer<typeof check> => ({
  check: name,
  field: contractName(field),
  reason,
  ...omitEmpty({ papers: alike.map(({ id, title, match, state }) => ({ id, title, match, status: state })) }),
})

const presentSummary = (paper: QueuedPaper, assessment: Assessment | null) => ({
  id: paper.id,
  title: paper.title,
  year: paper.year,
  status: paper.state,
  version: paper.version,
  submittedAt: paper.submittedAt,
  ...omitEmpty({
    submittedBy: paper.submittedBy === null ? null : { id: paper.submittedBy, ...omitEmpty({ label: paper.keyLabel }) },
    session: paper.session,
    risk: assessment?.risk ?? null,
  }),
  checks: (assessment?.findings ?? []).map(presentCheck),
})

export const presentQueue = (papers: readonly QueuedPaper[]): z.infer<typeof queueResponse> => ({
  success: true,
  count: papers.length,
  submissions: papers.map((paper) => ({ ...presentSummary(paper, paper.assessment), advice: paper.advice })),
})

const presentChange = ({ field, before, after }: FieldChange) => ({
  field: contractName(field),
  ...omitEmpty({ before: contractValue(field, before), after: contractValue(field, after) }),
})

export const presentSubmission = (shown: SubmissionDetails): z.infer<typeof submissionResponse> => ({
  success: true,
  submission: {
    ...presentSummary(shown.queued, shown.assessment),
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
