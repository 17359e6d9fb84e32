import type { QueueFilter } from '#core/review/queue.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { dueAt } from '#core/review/pending-decision.ts'
import { Failure } from '#core/failure.ts'
import { parseDecisionNote } from './parse-decision-note.ts'

type ScheduleBulkAcceptInput = {
  filter: Omit<QueueFilter, 'state'>
  note: string | null
  actor: string
  /** How many papers the editor was told that the filter finds. */
  count: number
}

/**
 * Schedules the acceptance of every pending paper that a filter finds; the id of the batch, by which all of them can be
 * undone. Throws `wrong_state` when the filter finds another number of papers by now than the editor was told.
 */
export const scheduleBulkAccept = async (
  tx: ActionContext,
  { filter, note, actor, count }: ScheduleBulkAcceptInput,
): Promise<string> => {
  const checked = parseDecisionNote('accept', note)
  const pending = { ...filter, state: 'pending' as const }
  const found = await tx.queue.count(pending)
  if (found !== count || found === 0)
    throw new Failure('wrong_state', `The queue holds ${found} such papers now, not ${count}; look at it again.`)
  const batch = `b_${tx.ids.secret().slice(0, 16)}`
  const at = tx.now.toISOString()
  const due = dueAt(tx.now)
  await tx.decisions.addAll(pending, { event: 'accept', note: checked, actor, decidedAt: at, dueAt: due, batch })
  const after = { event: 'accept', note: checked, dueAt: due, filter, count }
  await tx.audit.record({ at, actor, act: 'decision.make', subject: batch, before: null, after })
  return batch
}
