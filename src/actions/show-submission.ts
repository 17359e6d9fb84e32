import type { Assessment } from '#core/review/checks/assess.ts'
import { Failure } from '#core/failure.ts'
import { paperDiff, type FieldChange } from '#core/papers/paper-diff.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { ReviewStep } from '#core/review/submission.ts'
import type { Clock } from '#ports/clock.ts'
import type { PendingDecision, QueuedPaper, Recommendation } from '#ports/store/review.ts'
import type { Store } from '#ports/store/store.ts'
import { assessPaper } from './assess-paper.ts'

/** Everything that an editor may know of a submission. */
export type ShownSubmission = {
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

const changesTo = async ({ private: reader }: Store, paper: PaperWithText, version: number): Promise<FieldChange[]> => {
  const before = version === 1 ? null : await reader.versions.find(paper.id, version - 1)
  return before === null ? [] : paperDiff(before.paper, paper)
}

/** A submission as an editor sees it, of any state. Throws `not_found`. */
export const showSubmission = async (
  { store, clock }: { store: Store; clock: Clock },
  id: string,
): Promise<ShownSubmission> => {
  const reader = store.private
  const queued = await reader.queue.find(id)
  const paper = (await reader.papers.findByIds([id])).get(id)
  const submission = await reader.submissions.find(id)
  if (queued === null || paper === undefined || submission === null)
    throw new Failure('not_found', `There is no paper ${id}.`)
  return {
    queued,
    paper,
    assessment: await assessPaper(reader.papers, paper, clock.now()),
    changes: await changesTo(store, paper, submission.version),
    recommendations: await reader.recommendations.list(id),
    history: submission.history,
    decision: await reader.decisions.find(id),
  }
}
