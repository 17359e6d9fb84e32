import { z } from 'zod'
import type { PaperWithText } from '#core/papers/paper.ts'
import { submissionStates } from '#core/review/submission-state.ts'
import { duplicateMatches, type DuplicateCandidate, type SubmissionWithHistory } from '#core/review/submission.ts'

const rehearsed = {
  success: z.literal(true),
  id: z.string(),
  statusUrl: z.string(),
  possibleDuplicates: z
    .array(z.strictObject({ id: z.string(), title: z.string(), match: z.enum(duplicateMatches) }))
    .meta({ description: 'Papers with the same DOI, the same arXiv id, or the same title and year.' }),
  ignored: z.array(z.string()).meta({ description: 'Names in the body that are not fields of a paper.' }),
}
export const rehearsedAnswer = z.strictObject(rehearsed)
export const submittedAnswer = z.strictObject({ ...rehearsed, status: z.literal('pending') })

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
export const submissionAnswer = z.strictObject({ success: z.literal(true), submission })
export const submissionListAnswer = z.strictObject({
  success: z.literal(true),
  count: z.int(),
  submissions: z.array(submission),
})

export const statusUrl = (publicUrl: string, id: string): string => `${publicUrl}/api/submissions/${id}`

type Outcome = { paper: PaperWithText; likeness: DuplicateCandidate[]; ignored: string[]; publicUrl: string }

export const presentRehearsed = ({
  paper,
  likeness,
  ignored,
  publicUrl,
}: Outcome): z.infer<typeof rehearsedAnswer> => ({
  success: true,
  id: paper.id,
  statusUrl: statusUrl(publicUrl, paper.id),
  possibleDuplicates: likeness,
  ignored,
})

export const presentSubmitted = (outcome: Outcome): z.infer<typeof submittedAnswer> => {
  const { success, id, ...rest } = presentRehearsed(outcome)
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
