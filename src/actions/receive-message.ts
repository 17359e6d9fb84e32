import { quotaExceeded } from '#core/failure.ts'
import { contactPolicy, type QuotaState } from '#core/access/quota.ts'
import type { Clock } from '#ports/clock.ts'
import type { Message } from '#ports/store/correspondence.ts'
import type { Ids } from '#ports/ids.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { Store } from '#ports/store/store.ts'
import { transactOnce, type Answered, type Asked } from './once.ts'

type Ports = { store: Store; clock: Clock; ids: Ids; letters: EmailComposer }
export type Received = { id: string; quota: QuotaState }

/** Keeps a contact message and queues it for the research team, together. Throws `quota_exceeded`. */
export const receiveMessage = (
  ports: Ports,
  { form, client }: { form: Omit<Message, 'id' | 'receivedAt'>; client: string },
  asked: Asked<Received>,
): Promise<Answered> =>
  transactOnce(ports, asked, async (tx) => {
    const { clock, ids, letters } = ports
    const now = clock.now()
    const quota = await tx.quota.consume(`contact:${client}`, contactPolicy, now)
    if (!quota.allowed) return quotaExceeded(quota)
    const at = now.toISOString()
    const message: Message = { id: `m_${ids.secret().slice(0, 16)}`, ...form, receivedAt: at }
    await tx.messages.add(message)
    await tx.outbox.add(
      { ...letters.contact(message), kind: 'contact', to: null, messageId: letters.messageId(ids.uuid()) },
      at,
    )
    return { id: message.id, quota }
  })
