import type { Selectable } from 'kysely'
import type { Letter } from '#core/outbox.ts'
import type {
  MessageWriter,
  OutboxReader,
  OutboxWriter,
  QueuedLetter,
  Subscriber,
  SubscriberReader,
  SubscriberWriter,
} from '#ports/correspondence.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { Scope } from './engine.ts'

export const messageWriter = (db: Db): MessageWriter => ({
  add: async ({ receivedAt, ...message }) => {
    await db
      .insertInto('messages')
      .values({ ...message, received_at: receivedAt })
      .execute()
  },
})

const subscriberFromRow = (row: Selectable<Tables['subscribers']>): Subscriber => ({
  id: row.id,
  email: row.email,
  name: row.name,
  state: row.state,
  confirmHash: row.confirm_hash,
  confirmExpiresAt: row.confirm_expires_at,
})

/** Addresses are compared without regard to case. */
const emailKey = (email: string): string => email.toLowerCase()

export const subscriberReader = (db: Db): SubscriberReader => {
  const findBy = async (column: 'id' | 'email_key' | 'confirm_hash', value: string): Promise<Subscriber | null> => {
    const row = await db.selectFrom('subscribers').selectAll().where(column, '=', value).executeTakeFirst()
    return row === undefined ? null : subscriberFromRow(row)
  }
  return {
    findByEmail: (email) => findBy('email_key', emailKey(email)),
    findByConfirmHash: (hash) => findBy('confirm_hash', hash),
    find: (id) => findBy('id', id),
  }
}

export const subscriberWriter = (db: Db): SubscriberWriter => ({
  put: async ({ id, email, name, state, confirmHash, confirmExpiresAt }, at) => {
    const values = {
      email,
      email_key: emailKey(email),
      name,
      state,
      confirm_hash: confirmHash,
      confirm_expires_at: confirmExpiresAt,
      updated_at: at,
    }
    await db
      .insertInto('subscribers')
      .values({ id, ...values, created_at: at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
  },
  prunePending: async (expiredBefore) => {
    const result = await db
      .deleteFrom('subscribers')
      .where('state', '=', 'pending')
      .where('confirm_expires_at', '<', expiredBefore)
      .executeTakeFirst()
    return Number(result.numDeletedRows)
  },
})

const letterFromRow = (row: Selectable<Tables['outbox']>): QueuedLetter => ({
  seq: row.seq,
  attempts: row.attempts,
  messageId: row.message_id,
  kind: row.kind as Letter['kind'],
  to: row.recipient,
  replyTo: row.reply_to === null ? null : (JSON.parse(row.reply_to) as Letter['replyTo']),
  subject: row.subject,
  text: row.text,
  headers: JSON.parse(row.headers) as Record<string, string>,
})

export const outboxReader = (db: Db): OutboxReader => ({
  counts: async () => {
    const rows = await db
      .selectFrom('outbox')
      .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute()
    const count = (state: string): number => rows.find((row) => row.state === state)?.count ?? 0
    return { waiting: count('waiting'), sent: count('sent'), failed: count('failed') }
  },
})

export const outboxWriter = ({ db, engine }: Scope): OutboxWriter => ({
  add: async (letter, at) => {
    await db
      .insertInto('outbox')
      .values({
        message_id: letter.messageId,
        kind: letter.kind,
        recipient: letter.to,
        reply_to: letter.replyTo === null ? null : JSON.stringify(letter.replyTo),
        subject: letter.subject,
        text: letter.text,
        headers: JSON.stringify(letter.headers),
        due_at: at,
        lease_until: null,
        last_error: null,
        created_at: at,
        sent_at: null,
      })
      .execute()
  },
  lease: async (now, leaseUntil, limit, withTeam) => {
    const due = await db
      .selectFrom('outbox')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('due_at', '<=', now)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .$if(!withTeam, (query) => query.where('recipient', 'is not', null))
      .orderBy('due_at')
      .orderBy('seq')
      .limit(limit)
      .$if(engine.locksRows, (query) => query.forUpdate().skipLocked())
      .execute()
    if (due.length === 0) return []
    const seqs = due.map(({ seq }) => seq)
    await db.updateTable('outbox').set({ lease_until: leaseUntil }).where('seq', 'in', seqs).execute()
    return due.map(letterFromRow)
  },
  release: async (seq) => {
    await db.updateTable('outbox').set({ lease_until: null }).where('seq', '=', seq).execute()
  },
  sent: async (seq, at) => {
    // What was said has arrived; links with secrets in it need not stay here.
    await db
      .updateTable('outbox')
      .set((eb) => ({
        state: 'sent',
        sent_at: at,
        lease_until: null,
        attempts: eb('attempts', '+', 1),
        text: '',
        headers: '{}',
      }))
      .where('seq', '=', seq)
      .execute()
  },
  failed: async (seq, reason, retryAt) => {
    await db
      .updateTable('outbox')
      .set((eb) => ({
        state: retryAt === null ? 'failed' : 'waiting',
        last_error: reason,
        lease_until: null,
        attempts: eb('attempts', '+', 1),
        ...(retryAt === null ? {} : { due_at: retryAt }),
      }))
      .where('seq', '=', seq)
      // Another process may have sent it, if this one came back after its lease.
      .where('state', '=', 'waiting')
      .execute()
  },
  hurry: async (now) => {
    const result = await db
      .updateTable('outbox')
      .set({ state: 'waiting', due_at: now, lease_until: null })
      .where('state', 'in', ['waiting', 'failed'])
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .executeTakeFirst()
    return Number(result.numUpdatedRows)
  },
})
