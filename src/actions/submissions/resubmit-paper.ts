import type { ActionContext } from '#actions/run-action.ts'
import type { KeyRecord } from '#core/access/api-key.ts'
import type { Assessment } from '#core/review/checks/assess.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { nextState } from '#core/review/submission-state.ts'
import { ownSubmission } from '#core/review/submission.ts'

type ResubmitPaperInput = { paper: PaperWithText; key: KeyRecord; assessment: Assessment }

/**
 * Puts a reworked paper back into review with its new assessment; the last version is kept. Throws `not_found` for any
 * other key, and `wrong_state` unless changes were requested.
 */
export const resubmitPaper = async (
  tx: ActionContext,
  { paper, key, assessment }: ResubmitPaperInput,
): Promise<void> => {
  const { id } = paper
  const submission = ownSubmission(await tx.submissions.findWithoutHistory(id), { id, key })
  const state = nextState(submission.state, 'resubmit')
  const by = { actor: `key:${key.id}`, at: tx.now.toISOString() }
  await tx.papers.revise(id, by, () => paper)
  await tx.queue.saveAssessment(id, assessment)
  await tx.papers.transition(id, { state, note: null, ...by })
}
