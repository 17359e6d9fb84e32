import type { ActionContext } from '#actions/run-action.ts'
import { assessedFieldsOf, type AssessedFields } from '#core/assessment/assessed-fields.ts'
import { changedFields } from '#core/editorial/assert-version.ts'
import { dueAt, type PendingDecision } from '#core/review/pending-decision.ts'
import { Failure } from '#core/failure.ts'
import { nextState, type Verdict } from '#core/review/submission-state.ts'
import { assertVersionSeen } from './assert-version-seen.ts'
import { parseDecisionNote } from './parse-decision-note.ts'
import { assertNoPendingDecision } from './assert-no-pending-decision.ts'

type ScheduleDecisionInput = {
  id: string
  event: Verdict
  note: string | null
  actor: string
  /** The version that the editor saw; null names none. */
  version: number | null
  /** What the editor says of an accepted paper; left out, the paper stays as it is. */
  assessed?: AssessedFields | undefined
  /** Whose draft the editor took over for it. */
  takenFrom?: string | undefined
}

/** What would differ on the paper; null when nothing does. */
const changedAssessment = async (
  tx: ActionContext,
  id: string,
  assessed: AssessedFields | undefined,
): Promise<AssessedFields | null> => {
  if (assessed === undefined) return null
  const paper = (await tx.papers.findByIds([id])).get(id)
  return paper === undefined || changedFields(assessedFieldsOf(paper), assessed) === null ? null : assessed
}

/**
 * Schedules a decision on a submission, with what an editor says of an accepted paper; until it takes effect it can be undone,
 * and only editors see it.
 * Throws `invalid` for the note, `not_found`, and `wrong_state` when the paper is not pending, somebody decided already,
 * or the paper has changed since the editor saw it.
 */
export const scheduleDecision = async (
  tx: ActionContext,
  { id, event, note, actor, version, assessed: given, takenFrom }: ScheduleDecisionInput,
): Promise<PendingDecision> => {
  const checked = parseDecisionNote(event, note)
  const submission = await tx.submissions.findWithoutHistory(id)
  if (submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  await assertNoPendingDecision(tx.decisions, id)
  nextState(submission.state, event)
  await assertVersionSeen(tx.submissions, submission, version)
  const assessed = event === 'accept' ? await changedAssessment(tx, id, given) : null
  const at = tx.now.toISOString()
  const decision = {
    id,
    event,
    note: checked,
    actor,
    version: submission.version,
    decidedAt: at,
    dueAt: dueAt(tx.now),
    batch: null,
    assessed,
  }
  await tx.decisions.add(decision)
  const after = {
    event,
    note: checked,
    version: submission.version,
    dueAt: decision.dueAt,
    ...(assessed !== null && { assessed }),
    ...(assessed !== null && takenFrom !== undefined && { takenFrom }),
  }
  await tx.audit.record({ at, actor, act: 'decision.make', subject: id, before: null, after })
  return { ...decision, title: submission.title }
}
