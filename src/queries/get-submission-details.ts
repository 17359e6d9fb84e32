import type { PendingDecision } from '#core/review/pending-decision.ts'
import type { QueuedPaper } from '#core/review/queue.ts'
import type { Recommendation } from '#core/review/recommendation.ts'
import type { Assessment } from '#core/review/checks/assess.ts'
import { Failure } from '#core/failure.ts'
import { paperDiff, type FieldChange } from '#core/papers/paper-diff.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { ReviewStep } from '#core/review/submission.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import { assessPaper } from './assess-paper.ts'

/** Everything that an editor may know of a submission. */
export type SubmissionDetails = {
  queued: QueuedPaper
  paper: PaperWithText
  /** As the corpus stands now; `queued` has what was found when the paper came in. */
  assessment: Assessment
  /** What differs from the version before, if there was one. */
  changes: FieldChange[]
  recommendations: Recommendation[]
  history: ReviewStep[]
  decision: PendingDecision | null
}

const changesTo = async (
  { versions }: Pick<PrivateReader, 'versions'>,
  paper: PaperWithText,
  version: number,
): Promise<FieldChange[]> => {
  const before = version === 1 ? null : await versions.find(paper.id, version - 1)
  return before === null ? [] : paperDiff(before.paper, paper)
}

type ReviewReader = Pick<
  PrivateReader,
  'queue' | 'papers' | 'submissions' | 'versions' | 'recommendations' | 'decisions'
>

/** A submission as an editor sees it, of any state. Throws `not_found`. */
export const getSubmissionDetails = async (
  read: ReviewReader,
  { id, now }: { id: string; now: Date },
): Promise<SubmissionDetails> => {
  const queued = await read.queue.find(id)
  const paper = (await read.papers.findByIds([id])).get(id)
  const submission = await read.submissions.find(id)
  if (queued === null || paper === undefined || submission === null)
    throw new Failure('not_found', `There is no paper ${id}.`)
  return {
    queued,
    paper,
    assessment: await assessPaper(read.papers, { paper, now }),
    changes: await changesTo(read, paper, submission.version),
    recommendations: await read.recommendations.list(id),
    history: submission.history,
    decision: await read.decisions.find(id),
  }
}
