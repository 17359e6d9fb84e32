import type { MessageState } from '#core/mail/message.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'

type TriageMessageInput = { id: string; state: MessageState; actor: string }

/** Marks a contact message as read, answered or spam. Throws `not_found`. */
export const triageMessage = async (tx: ActionContext, { id, state, actor }: TriageMessageInput): Promise<void> => {
  const found = await tx.messages.find(id)
  if (found === null) throw new Failure('not_found', `There is no message ${id}.`)
  if (found.state === state) return
  await tx.messages.setState(id, state)
  const at = tx.now.toISOString()
  const before = { state: found.state }
  await tx.audit.record({ at, actor, act: `message.${state}`, subject: id, before, after: { state } })
}
