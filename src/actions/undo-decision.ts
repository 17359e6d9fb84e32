import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { PendingDecision } from '#ports/store/review.ts'
import type { Store } from '#ports/store/store.ts'

const tooLate = (): Failure =>
  new Failure('wrong_state', 'It is too late to undo this: it has taken effect, or somebody else undid it.')

type Ports = { store: Store; clock: Clock }

/** Takes back a decision that has not taken effect. Throws `not_found` for unknown ids, `wrong_state` when it is too late. */
export const undoDecision = (
  { store, clock }: Ports,
  { id, actor }: { id: string; actor: string },
): Promise<PendingDecision> =>
  store.transact(async (tx) => {
    const made = await tx.decisions.find(id)
    if (!(await tx.decisions.remove(id)) || made === null) throw tooLate()
    const at = clock.now().toISOString()
    const before = { event: made.event, note: made.note, actor: made.actor }
    await tx.audit.record({ at, actor, act: 'decision.undo', subject: id, before, after: null })
    return made
  })

/** The same for decisions that one click made; how many were undone. Throws `wrong_state` when it is too late. */
export const undoBatch = (
  { store, clock }: Ports,
  { batch, actor }: { batch: string; actor: string },
): Promise<number> =>
  store.transact(async (tx) => {
    const count = await tx.decisions.removeBatch(batch)
    if (count === 0) throw tooLate()
    const at = clock.now().toISOString()
    await tx.audit.record({ at, actor, act: 'decision.undo', subject: batch, before: { count }, after: null })
    return count
  })
