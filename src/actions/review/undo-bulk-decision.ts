import type { ActionContext } from '#actions/run-action.ts'
import { tooLateToUndo } from '#core/review/pending-decision.ts'

type UndoBulkDecisionInput = { batch: string; actor: string }

/** Takes back the decisions that were scheduled together; how many. Throws `wrong_state` when none is left. */
export const undoBulkDecision = async (tx: ActionContext, { batch, actor }: UndoBulkDecisionInput): Promise<number> => {
  const count = await tx.decisions.removeBatch(batch)
  if (count === 0) throw tooLateToUndo()
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor, act: 'decision.undo', subject: batch, before: { count }, after: null })
  return count
}
