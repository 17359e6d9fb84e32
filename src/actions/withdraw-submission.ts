import type { KeyRecord } from '#core/access/api-key.ts'
import { nextState } from '#core/review/submission-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { getOwnSubmission } from './own-submission.ts'

/** Takes a submission back. Throws `not_found` for any other key, `wrong_state` once it is decided. */
export const withdrawSubmission = (
  { store, clock }: { store: Store; clock: Clock },
  { id, key }: { id: string; key: KeyRecord },
): Promise<void> =>
  store.transact(async (tx) => {
    const submission = await getOwnSubmission(tx, id, key)
    const state = nextState(submission.state, 'withdraw')
    await tx.papers.transition(id, { state, note: null, actor: `key:${key.id}`, at: clock.now().toISOString() })
  })
