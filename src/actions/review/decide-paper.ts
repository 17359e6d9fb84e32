import type { ActionContext } from '#actions/run-action.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'
import { applyDecision, type Decision } from './apply-decision.ts'
import { parseDecisionNote } from './parse-decision-note.ts'
import { notifySubmitters } from './notify-submitters.ts'
import { assertNoPendingDecision } from './assert-no-pending-decision.ts'

/**
 * Decides on a paper at once and notifies its submitter; the state it is in then. Throws `invalid` for the note,
 * `not_found` for unknown ids, and `wrong_state` when its state does not allow it, somebody decided already, or the paper
 * came back in a version that the decision does not name.
 */
export const decidePaper = async (tx: ActionContext, decision: Decision): Promise<SubmissionState> => {
  const note = parseDecisionNote(decision.event, decision.note)
  await assertNoPendingDecision(tx.decisions, decision.id)
  const decided = await applyDecision(tx, { ...decision, note })
  await notifySubmitters(tx, [decided])
  return decided.state
}
