import type { Assessment } from '#core/review/checks/assess.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { isInReview } from '#core/review/submission-state.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import { assessPaper } from './assess-paper.ts'

/** What the checks find in the new version of a paper that is in review; null for any other paper. */
export const assessEdit = async (
  { submissions, papers }: Pick<PrivateReader, 'submissions' | 'papers'>,
  { paper, now }: { paper: PaperWithText; now: Date },
): Promise<Assessment | null> => {
  const state = (await submissions.findWithoutHistory(paper.id))?.state
  return state !== undefined && isInReview(state) ? assessPaper(papers, { paper, now }) : null
}
