import type { ActionContext } from '#actions/run-action.ts'
import { tooLateToUndo, type PendingDecision } from '#core/review/pending-decision.ts'

type UndoDecisionInput = { id: string; actor: string }

/**
 * Takes back a scheduled decision on one paper. What the editor said of the paper with it becomes their draft, so that
 * nothing typed is lost. Throws `wrong_state` when there is none, or not any more.
 */
export const undoDecision = async (tx: ActionContext, { id, actor }: UndoDecisionInput): Promise<PendingDecision> => {
  const made = await tx.decisions.find(id)
  if (!(await tx.decisions.remove(id)) || made === null) throw tooLateToUndo()
  const at = tx.now.toISOString()
  if (made.assessed !== null) {
    const draft = { author: made.actor, version: made.version ?? 1, at, fields: made.assessed, passages: [] }
    await tx.assessments.putDraft(id, draft)
  }
  const before = { event: made.event, note: made.note, actor: made.actor }
  await tx.audit.record({ at, actor, act: 'decision.undo', subject: id, before, after: null })
  return made
}
