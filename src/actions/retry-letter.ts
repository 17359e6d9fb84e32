import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'

/** Makes a letter due now that waits or was given up. Throws `wrong_state` when it was sent or is being sent. */
export const retryLetter = (
  { store, clock }: { store: Store; clock: Clock },
  { seq, actor }: { seq: number; actor: string },
): Promise<void> =>
  store.transact(async (tx) => {
    const at = clock.now().toISOString()
    if (!(await tx.outbox.retry(seq, at)))
      throw new Failure('wrong_state', `Letter ${seq} was sent, is being sent, or was removed.`)
    await tx.audit.record({ at, actor, act: 'letter.retry', subject: String(seq), before: null, after: { dueAt: at } })
  })
