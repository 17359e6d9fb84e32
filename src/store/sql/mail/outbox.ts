import { sql, type Selectable } from 'kysely'
import type { EmailState, ListedEmail, QueuedEmail } from '#core/mail/outbox.ts'
import type { Email } from '#core/mail/email.ts'
import type { OutboxReader, OutboxWriter } from '#ports/store/mail.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { countByState, fillStateCounts } from '#store/sql/review/queue.ts'
import { countOf, ONE } from '#store/sql/waiting.ts'
import { failedAttempt } from './deliveries.ts'

const emailFromRow = (row: Selectable<Tables['outbox']>): QueuedEmail => ({
  seq: row.seq,
  attempts: row.attempts,
  messageId: row.message_id,
  kind: row.kind as Email['kind'],
  to: row.recipient,
  replyTo: row.reply_to === null ? null : (JSON.parse(row.reply_to) as Email['replyTo']),
  subject: row.subject,
  text: row.text === '' ? null : row.text,
  ...(row.html === null ? {} : { html: row.html }),
  headers: JSON.parse(row.headers) as Record<string, string>,
})

const listedFromRow = (row: Selectable<Tables['outbox']>): ListedEmail => ({
  seq: row.seq,
  kind: row.kind as Email['kind'],
  to: row.recipient,
  subject: row.subject,
  state: row.state,
  attempts: row.attempts,
  dueAt: row.due_at,
  lastError: row.last_error,
  createdAt: row.created_at,
  sentAt: row.sent_at,
})

export const outboxReader = (db: Db): OutboxReader => ({
  counts: async () => fillStateCounts(['waiting', 'sent', 'failed'], await countByState(db, 'outbox')),
  backlog: async (most) => {
    const inState = (state: EmailState) => db.selectFrom('outbox').where('state', '=', state)
    const { waiting, failed, oldestAt } = await db
      .selectNoFrom([
        countOf(inState('waiting').select(ONE).limit(most)).as('waiting'),
        countOf(inState('failed').select(ONE).limit(most)).as('failed'),
        inState('waiting').select('created_at').orderBy('seq').limit(1).as('oldestAt'),
      ])
      .executeTakeFirstOrThrow()
    return { waiting, oldestAt, failed }
  },
  list: async (state, before, limit) => {
    const rows = await db
      .selectFrom('outbox')
      .selectAll()
      .$if(state !== null, (query) => query.where('state', '=', state ?? 'waiting'))
      .$if(before !== null, (query) => query.where('seq', '<', before ?? 0))
      .orderBy('seq', 'desc')
      .limit(limit + 1)
      .execute()
    const shown = rows.slice(0, limit)
    return { emails: shown.map(listedFromRow), next: rows.length > limit ? (shown.at(-1)?.seq ?? null) : null }
  },
})

export const outboxWriter = ({ db, engine }: TransactionContext): OutboxWriter => ({
  add: async (email, at) => {
    await db
      .insertInto('outbox')
      .values({
        message_id: email.messageId,
        kind: email.kind,
        recipient: email.to,
        reply_to: email.replyTo === null ? null : JSON.stringify(email.replyTo),
        subject: email.subject,
        text: email.text ?? '',
        html: email.html ?? null,
        headers: JSON.stringify(email.headers),
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
    return due.map(emailFromRow)
  },
  remove: async (seq) => {
    await db.deleteFrom('outbox').where('seq', '=', seq).execute()
  },
  release: async (seq) => {
    await db.updateTable('outbox').set({ lease_until: null }).where('seq', '=', seq).execute()
  },
  postpone: async (seq, dueAt) => {
    await db.updateTable('outbox').set({ lease_until: null, due_at: dueAt }).where('seq', '=', seq).execute()
  },
  markSent: async (seq, at) => {
    // The email was sent; its secret links and reply address are no longer needed.
    await db
      .updateTable('outbox')
      .set((eb) => ({
        state: 'sent',
        sent_at: at,
        lease_until: null,
        attempts: eb('attempts', '+', 1),
        text: '',
        html: null,
        reply_to: null,
        headers: '{}',
      }))
      .where('seq', '=', seq)
      .execute()
  },
  markFailed: async (seq, reason, retryAt) => {
    await db
      .updateTable('outbox')
      .set(failedAttempt(reason, retryAt))
      .where('seq', '=', seq)
      // Another process may have sent it if this one outlived its lease.
      .where('state', '=', 'waiting')
      .execute()
  },
  retry: async (seq, now) => {
    const result = await db
      .updateTable('outbox')
      .set({ state: 'waiting', due_at: now, lease_until: null })
      .where('seq', '=', seq)
      .where('state', 'in', ['waiting', 'failed'])
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  },
  erase: async (email) => {
    // A forwarded message names its sender in a field that only this program writes.
    const sender = JSON.stringify(email).replaceAll(/[\\%_]/gu, '\\$&')
    const result = await db
      .deleteFrom('outbox')
      .where((eb) =>
        eb.or([
          eb(sql`lower(recipient)`, '=', sql`lower(${email})`),
          sql<boolean>`lower(reply_to) like lower(${`%"address":${sender}}`}) escape '\\'`,
        ]),
      )
      .executeTakeFirst()
    return Number(result.numDeletedRows)
  },
  pruneSent: async (before) => {
    await db.deleteFrom('outbox').where('state', '=', 'sent').where('sent_at', '<', before).execute()
  },
  requeue: async (now) => {
    const result = await db
      .updateTable('outbox')
      .set({ state: 'waiting', due_at: now, lease_until: null })
      .where('state', 'in', ['waiting', 'failed'])
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .executeTakeFirst()
    return Number(result.numUpdatedRows)
  },
})

/**
 * Gives up the waiting emails of a restored corpus: they may have been sent since the backup. An operator who knows
 * better can requeue them.
 */
export const giveUpWaitingEmails = async (db: Db): Promise<void> => {
  await db
    .updateTable('outbox')
    .set({
      state: 'failed',
      lease_until: null,
      last_error: 'It was waiting when the backup was made and may have been sent since.',
    })
    .where('state', '=', 'waiting')
    .execute()
}
