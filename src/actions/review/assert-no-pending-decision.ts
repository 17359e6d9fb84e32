import { Failure } from '#core/failure.ts'
import type { DecisionReader } from '#ports/store/review.ts'

/** Throws `wrong_state` when a decision on the paper is waiting to take effect: the first decision wins. */
export const assertNoPendingDecision = async (decisions: DecisionReader, id: string): Promise<void> => {
  const first = await decisions.find(id)
  if (first !== null)
    throw new Failure(
      'wrong_state',
      `Somebody has already decided to ${first.event} ${id}; that takes effect at ${first.dueAt} unless it is undone.`,
    )
}
