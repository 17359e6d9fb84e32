import type { QueueFilter } from '#core/review/queue.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { dueAt } from '#core/review/pending-decision.ts'
import { Failure } from '#core/failure.ts'
import { parseDecisionNote } from './parse-decision-note.ts'

type ScheduleBulkAcceptInput = {
  filter: Omit<QueueFilter, 'state'>
  note: string | null
  actor: string
  /** Of the papers that the editor was shown, with their versions. */
  digest: string
}

/**
 * Schedules the acceptance of every pending paper that a filter finds; the id of the batch, by which all of them can be
 * undone. Throws `wrong_state` when the filter finds other papers by now, or other versions of them.
 */
export const scheduleBulkAccept = async (
  tx: ActionContext,
  { filter, note, actor, digest }: ScheduleBulkAcceptInput,
): Promise<string> => {
  const checked = parseDecisionNote('accept', note)
  const pending = { ...filter, state: 'pending' as const }
  const found = await tx.queue.selection(pending)
  const { count } = found
  if (count === 0) throw new Failure('wrong_state', 'The queue holds 0 such papers now; look at it again.')
  if (found.digest !== digest)
    throw new Failure(
      'wrong_state',
      `The queue has changed since; it holds ${count} such papers now. Look at it again.`,
    )
  const batch = `b_${tx.ids.secret().slice(0, 16)}`
  const at = tx.now.toISOString()
  const due = dueAt(tx.now)
  await tx.decisions.addAll(pending, { event: 'accept', note: checked, actor, decidedAt: at, dueAt: due, batch })
  const after = { event: 'accept', note: checked, dueAt: due, filter, count, digest }
  await tx.audit.record({ at, actor, act: 'decision.make', subject: batch, before: null, after })
  return batch
}
