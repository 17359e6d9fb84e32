import { Failure } from '#core/failure.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { Store, Transaction } from '#ports/store/store.ts'
import { applyDecision, tellSubmitters } from './apply-decision.ts'
import { decisionNote, type EditorEvent } from './decision-note.ts'

export type ReviewPorts = { store: Store; clock: Clock; ids: Ids; letters: EmailComposer }
export type ReviewWish = { id: string; event: EditorEvent; note: string | null; actor: string }

/** Throws `wrong_state` where somebody decided and that has not taken effect yet: the first decision wins. */
export const refuseDecided = async (tx: Transaction, id: string): Promise<void> => {
  const first = await tx.decisions.find(id)
  if (first !== null)
    throw new Failure(
      'wrong_state',
      `Somebody has already decided to ${first.event} ${id}; that takes effect at ${first.dueAt} unless it is undone.`,
    )
}

/** Decides within a transaction; what `reviewPaper` does, for callers that store an answer with it. */
export const reviewWithin = async (
  ports: Omit<ReviewPorts, 'store'>,
  tx: Transaction,
  { id, event, note, actor }: ReviewWish,
): Promise<SubmissionState> => {
  const checked = decisionNote(event, note)
  const at = ports.clock.now().toISOString()
  await refuseDecided(tx, id)
  const decided = await applyDecision(tx, { id, event, note: checked, actor, at })
  await tellSubmitters(ports, tx, { decided: [decided], at })
  return decided.state
}

/**
 * Decides on a paper at once, and tells its submitter. Throws `not_found` for unknown ids, `wrong_state` where the
 * review knows no such step or somebody decided already.
 */
export const reviewPaper = (ports: ReviewPorts, wish: ReviewWish): Promise<SubmissionState> =>
  ports.store.transact((tx) => reviewWithin(ports, tx, wish))
