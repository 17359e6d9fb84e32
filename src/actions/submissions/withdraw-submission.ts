import type { ActionContext } from '#actions/run-action.ts'
import type { KeyRecord } from '#core/access/api-key.ts'
import { nextState } from '#core/review/submission-state.ts'
import { ownSubmission } from '#core/review/submission.ts'

type WithdrawSubmissionInput = { id: string; key: KeyRecord }

/** Takes a submission back. Throws `not_found` for any other key, and `wrong_state` once it is decided. */
export const withdrawSubmission = async (tx: ActionContext, { id, key }: WithdrawSubmissionInput): Promise<void> => {
  const submission = ownSubmission(await tx.submissions.findWithoutHistory(id), { id, key })
  const state = nextState(submission.state, 'withdraw')
  await tx.papers.transition(id, { state, note: null, actor: `key:${key.id}`, at: tx.now.toISOString() })
}
