import type { Message } from '#core/mail/message.ts'
import { queueEmail } from '#actions/outbox/queue-email.ts'
import { consumeClientQuota } from '#actions/consume-client-quota.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { quotaExceeded, type Failure } from '#core/failure.ts'
import { contactPolicy, type ClientNetworks, type QuotaState } from '#core/quota.ts'

type ReceiveMessageInput = { form: Omit<Message, 'id' | 'receivedAt'>; client: ClientNetworks }

export type ReceivedMessage = { id: string; quota: QuotaState }

/** Stores a contact message and queues it for the research team. Refuses with `quota_exceeded`. */
export const receiveMessage = async (
  tx: ActionContext,
  { form, client }: ReceiveMessageInput,
): Promise<ReceivedMessage | Failure> => {
  const quota = await consumeClientQuota(tx, { name: 'contact', policy: contactPolicy, client })
  if (!quota.allowed) return quotaExceeded(quota)
  const id = `m_${tx.ids.secret().slice(0, 16)}`
  const message: Message = { id, ...form, receivedAt: tx.now.toISOString() }
  await tx.messages.add(message)
  await queueEmail(tx, { ...tx.emails.contact(message), kind: 'contact', to: null })
  return { id, quota }
}
