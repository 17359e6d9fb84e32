import { z } from 'zod'
import type { PaperWithText } from '#core/papers/paper.ts'
import { submissionStates } from '#core/review/submission-state.ts'
import { duplicateMatches, type DuplicateCandidate, type SubmissionWithHistory } from '#core/review/submission.ts'

const dryRunFields = {
  success: z.literal(true),
  id: z.string(),
  statusUrl: z.string(),
  possibleDuplicates: z
    .array(z.strictObject({ id: z.string(), title: z.string(), match: z.enum(duplicateMatches) }))
    .meta({ description: 'Papers with the same DOI, the same arXiv id, or the same title and year.' }),
  ignored: z.array(z.string()).meta({ description: 'Names in the body that are not fields of a paper.' }),
}
export const dryRunResponse = z.strictObject(dryRunFields)
export const submittedResponse = z.strictObject({ ...dryRunFields, status: z.literal('pending') })

const submission = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    status: z.enum(submissionStates),
    submittedAt: z.string(),
    updatedAt: z.string(),
    version: z.int().meta({ description: 'Rises with each resubmission.' }),
    note: z.string().optional().meta({ description: 'What the reviewer wrote with the last decision.' }),
    statusUrl: z.string(),
    history: z.array(z.strictObject({ status: z.enum(submissionStates), at: z.string(), note: z.string().optional() })),
  })
  .meta({ id: 'Submission' })
export const submissionResponse = z.strictObject({ success: z.literal(true), submission })
export const submissionListResponse = z.strictObject({
  success: z.literal(true),
  count: z.int(),
  submissions: z.array(submission),
})

export const statusUrl = (publicUrl: string, id: string): string => `${publicUrl}/api/submissions/${id}`

type SubmissionOutcome = {
  paper: PaperWithText
  duplicates: DuplicateCandidate[]
  ignored: string[]
  publicUrl: string
}

export const presentDryRun = ({
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

export const presentSubmitted = (outcome: SubmissionOutcome): z.infer<typeof submittedResponse> => {
  const { success, id, ...rest } = presentDryRun(outcome)
  return { success, id, status: 'pending', ...rest }
}

const withNote = (note: string | null): { note?: string } => (note === null ? {} : { note })

export const presentSubmission = (found: SubmissionWithHistory, publicUrl: string): z.infer<typeof submission> => ({
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
