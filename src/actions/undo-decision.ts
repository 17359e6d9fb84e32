import { Failure } from '#core/failure.ts'
import type { Store } from '#ports/store.ts'

const tooLate = (): Failure =>
  new Failure('wrong_state', 'It is too late to undo this: it has taken effect, or somebody else undid it.')

/** Takes back a decision that has not taken effect. Throws `not_found` for unknown ids, `wrong_state` when it is too late. */
export const undoDecision = ({ store }: { store: Store }, { id }: { id: string; actor: string }): Promise<void> =>
  store.transact(async (tx) => {
    if (!(await tx.decisions.remove(id))) throw tooLate()
  })

/** The same for decisions that one click made; how many were undone. Throws `wrong_state` when it is too late. */
export const undoBatch = ({ store }: { store: Store }, { batch }: { batch: string; actor: string }): Promise<number> =>
  store.transact(async (tx) => {
    const count = await tx.decisions.removeBatch(batch)
    if (count === 0) throw tooLate()
    return count
  })
