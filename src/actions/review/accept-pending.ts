import type { QueueFilter } from '#core/review/queue.ts'
import { wasResubmitted } from '#core/review/submission.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { applyDecision, type DecisionOutcome } from './apply-decision.ts'
import { parseDecisionNote } from './parse-decision-note.ts'
import { notifySubmitters } from './notify-submitters.ts'

type AcceptPendingInput = {
  filter: Omit<QueueFilter, 'state'>
  note: string | null
  actor: string
  /** `next` of the batch before; null begins. */
  after: number | null
}

/** `resubmitted` were left alone: whoever decides on them names their version, as in `p1@2`. Null `next` ends it. */
export type AcceptedBatch = { accepted: number; resubmitted: string[]; next: number | null }

/** Papers in one transaction: few enough to keep no other writer waiting. */
const BATCH = 50

/**
 * Accepts the oldest pending papers that a filter finds, at once. Papers with a decision that is waiting to take effect
 * are left to that decision. Called until there is no next batch, it accepts everything the filter finds.
 */
export const acceptPending = async (
  tx: ActionContext,
  { filter, note, actor, after }: AcceptPendingInput,
): Promise<AcceptedBatch> => {
  const checked = parseDecisionNote('accept', note)
  const pending = { ...filter, state: 'pending' as const }
  const found = await tx.queue.list(pending, { order: 'age', after, limit: BATCH })
  const decided: DecisionOutcome[] = []
  const resubmitted: string[] = []
  for (const { id, version } of found.papers)
    if (version > 1 && wasResubmitted(await tx.submissions.find(id))) resubmitted.push(`${id}@${version}`)
    else decided.push(await applyDecision(tx, { id, event: 'accept', note: checked, actor, version }))
  await notifySubmitters(tx, decided)
  return { accepted: decided.length, resubmitted, next: found.next }
}
