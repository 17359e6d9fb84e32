import type { QueueFilter } from '#core/review/queue.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { applyDecision, type DecisionOutcome } from './apply-decision.ts'
import { parseDecisionNote } from './parse-decision-note.ts'
import { notifySubmitters } from './notify-submitters.ts'

type AcceptPendingInput = { filter: Omit<QueueFilter, 'state'>; note: string | null; actor: string }

/** Papers in one transaction: few enough to keep no other writer waiting. */
const BATCH = 50

/**
 * Accepts the oldest pending papers that a filter finds, at once; how many. Papers with a decision that is waiting to
 * take effect are left to that decision. Called until it gives 0, it accepts everything the filter finds.
 */
export const acceptPending = async (
  tx: ActionContext,
  { filter, note, actor }: AcceptPendingInput,
): Promise<number> => {
  const checked = parseDecisionNote('accept', note)
  const pending = { ...filter, state: 'pending' as const }
  const found = await tx.queue.list(pending, { order: 'age', after: null, limit: BATCH })
  const decided: DecisionOutcome[] = []
  for (const { id } of found.papers)
    decided.push(await applyDecision(tx, { id, event: 'accept', note: checked, actor }))
  await notifySubmitters(tx, decided)
  return decided.length
}
