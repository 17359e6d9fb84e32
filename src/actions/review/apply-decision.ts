import type { ActionContext } from '#actions/run-action.ts'
import type { AssessedFields } from '#core/assessment/assessed-fields.ts'
import { Failure } from '#core/failure.ts'
import { nextState, type SubmissionState } from '#core/review/submission-state.ts'
import { savePaperVersion } from '#actions/papers/save-paper-version.ts'
import { assertVersionSeen } from './assert-version-seen.ts'
import type { EditorEvent } from './parse-decision-note.ts'

/** A decision on a paper; `note` is what the editor typed, or its checked form. */
export type Decision = {
  id: string
  event: EditorEvent
  note: string | null
  actor: string
  /** The version that the editor saw; null, or left out, names none. */
  version?: number | null
  /** What the editor says of the paper along with accepting it; null, or left out, leaves that as it is. */
  assessed?: AssessedFields | null
}

/** The outcome of a decision, for the submitter of the paper. */
export type DecisionOutcome = {
  id: string
  title: string
  state: SubmissionState
  note: string | null
  submittedBy: string | null
}

/**
 * Moves a paper to the state that a decision leads to, with what the editor says of it, and records both; the note must be checked. Throws `not_found` for
 * unknown ids, and `wrong_state` when the paper's state does not allow the decision or nobody saw its version.
 */
export const applyDecision = async (tx: ActionContext, decision: Decision): Promise<DecisionOutcome> => {
  const { id, event, note, actor, version = null, assessed = null } = decision
  const submission = await tx.submissions.findWithoutHistory(id)
  if (submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  const state = nextState(submission.state, event)
  // What is retracted is public: everybody sees its version.
  if (event !== 'retract' || version !== null) await assertVersionSeen(tx.submissions, submission, version)
  if (assessed !== null)
    await savePaperVersion(tx, {
      id,
      change: (paper) => ({ ...paper, ...assessed }),
      version: submission.version,
      actor,
      act: 'paper.assess',
    })
  if (event !== 'ask') await tx.assessments.removeDrafts(id)
  const at = tx.now.toISOString()
  await tx.papers.transition(id, { state, note, actor, at })
  const before = { state: submission.state }
  await tx.audit.record({ at, actor, act: `paper.${event}`, subject: id, before, after: { state, note } })
  return { id, title: submission.title, state, note, submittedBy: submission.submittedBy }
}
