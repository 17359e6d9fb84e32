import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { MessageState } from '#ports/store/correspondence.ts'
import type { Store } from '#ports/store/store.ts'

/** Notes what became of a contact message. Throws `not_found`. */
export const sortMessage = (
  { store, clock }: { store: Store; clock: Clock },
  { id, state, actor }: { id: string; state: MessageState; actor: string },
): Promise<void> =>
  store.transact(async (tx) => {
    const found = await tx.messages.find(id)
    if (found === null) throw new Failure('not_found', `There is no message ${id}.`)
    if (found.state === state) return
    await tx.messages.setState(id, state)
    const at = clock.now().toISOString()
    await tx.audit.record({
      at,
      actor,
      act: `message.${state}`,
      subject: id,
      before: { state: found.state },
      after: { state },
    })
  })
