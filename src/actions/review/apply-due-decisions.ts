import type { PendingDecision } from '#core/review/pending-decision.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { applyDecision, type DecisionOutcome } from './apply-decision.ts'
import { notifySubmitters } from './notify-submitters.ts'

/** Decisions in one transaction: few enough to keep no other writer waiting. */
const BATCH = 20

/** `dropped` are the papers whose decision no longer applied; `more` says that further decisions may be due. */
export type AppliedDecisions = { applied: number; dropped: string[]; more: boolean }

/** Null when the paper is in another state or version by now, for example withdrawn by its submitter. */
const applyOne = async (tx: ActionContext, decision: PendingDecision): Promise<DecisionOutcome | null> => {
  await tx.decisions.remove(decision.id)
  try {
    return await applyDecision(tx, decision)
  } catch (error) {
    if (error instanceof Failure && error.code === 'wrong_state') return null
    throw error
  }
}

/**
 * Applies scheduled decisions that are due, the oldest first. Each is applied once, however many processes do this:
 * writers take turns, and each finds what is left.
 */
export const applyDueDecisions = async (tx: ActionContext): Promise<AppliedDecisions> => {
  const due = await tx.decisions.due(tx.now.toISOString(), BATCH)
  const decided: DecisionOutcome[] = []
  const dropped: string[] = []
  for (const decision of due) {
    const result = await applyOne(tx, decision)
    if (result === null) dropped.push(decision.id)
    else decided.push(result)
  }
  await notifySubmitters(tx, decided)
  return { applied: decided.length, dropped, more: due.length === BATCH }
}
