import type { Message, MessageState } from '#core/mail/message.ts'
import { queueEmail } from './outbox.ts'
import { consumeClientQuota } from './quotas.ts'
import type { ActionContext } from './run-action.ts'
import { quotaExceeded, Failure } from '#core/failure.ts'
import { contactPolicy, type ClientNetworks, type QuotaState } from '#core/quota.ts'

export type ReceivedMessage = { id: string; quota: QuotaState }

/** Stores a contact message and emails it to the research team. Refuses with `quota_exceeded`. */
export const receiveMessage = async (
  tx: ActionContext,
  { form, client }: { form: Omit<Message, 'id' | 'receivedAt'>; client: ClientNetworks },
): Promise<ReceivedMessage | Failure> => {
  const quota = await consumeClientQuota(tx, { name: 'contact', policy: contactPolicy, client })
  if (!quota.allowed) return quotaExceeded(quota)
  const id = `m_${tx.ids.secret().slice(0, 16)}`
  const message: Message = { id, ...form, receivedAt: tx.now.toISOString() }
  await tx.messages.add(message)
  await queueEmail(tx, { ...tx.emails.contact(message), kind: 'contact', to: null })
  return { id, quota }
}

/** Marks a contact message as read, answered or spam. Throws `not_found`. */
export const triageMessage = async (
  tx: ActionContext,
  { id, state, actor }: { id: string; state: MessageState; actor: string },
): Promise<void> => {
  const found = await tx.messages.find(id)
  if (found === null) throw new Failure('not_found', `There is no message ${id}.`)
  if (found.state === state) return
  await tx.messages.setState(id, state)
  const at = tx.now.toISOString()
  const before = { state: found.state }
  await tx.audit.record({ at, actor, act: `message.${state}`, subject: id, before, after: { state } })
}
