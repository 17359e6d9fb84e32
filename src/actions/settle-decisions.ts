import { Failure } from '#core/failure.ts'
import type { PendingDecision } from '#ports/store/review.ts'
import type { Transaction } from '#ports/store/store.ts'
import { applyDecision, tellSubmitters, type Decided } from './apply-decision.ts'
import type { ReviewPorts } from './review-paper.ts'

/** Decisions in one transaction: few enough to keep nobody waiting. */
const AT_ONCE = 20

export type Settled = { settled: number; dropped: string[]; more: boolean }

/** Null when the paper is no longer where it was decided on, as when its submitter withdrew it. */
const settleOne = async (tx: Transaction, decision: PendingDecision, at: string): Promise<Decided | null> => {
  const { id, event, note, actor } = decision
  await tx.decisions.remove(id)
  try {
    return await applyDecision(tx, { id, event, note, actor, at })
  } catch (error) {
    if (error instanceof Failure && error.code === 'wrong_state') return null
    throw error
  }
}

/**
 * Lets decisions take effect that are due, each once, however many processes do this: whoever has the turn to write
 * finds those that are left.
 */
export const settleDecisions = async (ports: ReviewPorts): Promise<Settled> => {
  const { store, clock } = ports
  const at = clock.now().toISOString()
  // Most rounds find nothing, and should keep no writer waiting for that.
  if ((await store.private.decisions.due(at, 1)).length === 0) return { settled: 0, dropped: [], more: false }
  return store.transact(async (tx) => {
    const due = await tx.decisions.due(at, AT_ONCE)
    const decided: Decided[] = []
    const dropped: string[] = []
    for (const decision of due) {
      const result = await settleOne(tx, decision, at)
      if (result === null) dropped.push(decision.id)
      else decided.push(result)
    }
    await tellSubmitters(ports, tx, { decided, at })
    return { settled: decided.length, dropped, more: due.length === AT_ONCE }
  })
}
