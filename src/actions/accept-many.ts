import type { QueueFilter } from '#ports/store/review.ts'
import { applyDecision, tellSubmitters, type Decided } from './apply-decision.ts'
import { decisionNote } from './decision-note.ts'
import type { ReviewPorts } from './review-paper.ts'

/** Papers in one transaction: few enough to keep nobody waiting. */
const AT_ONCE = 50

/**
 * Accepts everything that a filter finds, at once and in short transactions, the oldest first; how many. What somebody
 * has decided on already is left to that decision. Telling it again goes on where it was interrupted.
 */
export const acceptMany = async (
  ports: ReviewPorts,
  { filter, note, actor }: { filter: Omit<QueueFilter, 'state'>; note: string | null; actor: string },
): Promise<number> => {
  const checked = decisionNote('accept', note)
  const acceptSome = (): Promise<number> =>
    ports.store.transact(async (tx) => {
      const at = ports.clock.now().toISOString()
      const found = await tx.queue.list({ ...filter, state: 'pending' }, { order: 'age', after: null, limit: AT_ONCE })
      const decided: Decided[] = []
      for (const { id } of found.papers)
        decided.push(await applyDecision(tx, { id, event: 'accept', note: checked, actor, at }))
      await tellSubmitters(ports, tx, { decided, at })
      return decided.length
    })
  let accepted = 0
  for (let some = await acceptSome(); some > 0; some = await acceptSome()) accepted += some
  return accepted
}
