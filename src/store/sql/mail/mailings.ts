import type { Selectable } from 'kysely'
import { deliveryStates, type DeliveryCounts, type Mailing } from '#core/mail/mailing.ts'
import type { MailingReader, MailingWriter } from '#ports/store/mail.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { fillStateCounts } from '#store/sql/review/queue.ts'
import { deliveryWriter, dueDeliveries, waitingDeliveries, mailRateWriter, briefRecipients } from './deliveries.ts'

const RECENT_MS = 60_000

type MailingRow = Selectable<Tables['mailings']>

const mailingFromRow = (row: MailingRow): Mailing => ({
  briefId: row.brief_id,
  state: row.state,
  startAt: row.start_at,
  startedAt: row.started_at,
  recipientsAfter: row.recipients_after,
  finishedAt: row.finished_at,
})

const countDeliveries = async (db: Db, { brief_id, counts }: MailingRow): Promise<DeliveryCounts> => {
  // Mailings that ended before bounces were read have no such count.
  if (counts !== null) return { bounced: 0, ...(JSON.parse(counts) as Omit<DeliveryCounts, 'bounced'>) }
  const states = await db
    .selectFrom('mailing_deliveries')
    .select('state')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('brief_id', '=', brief_id)
    .groupBy('state')
    .execute()
  return fillStateCounts(deliveryStates, states)
}

const sentSince = async (db: Db, briefId: string, since: string): Promise<number> => {
  const { count } = await db
    .selectFrom('mailing_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('brief_id', '=', briefId)
    .where('sent_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

const sendingRows = (db: Db) => db.selectFrom('mailings').selectAll().where('state', '=', 'sending').orderBy('start_at')

const toStart = (db: Db, now: string) =>
  db.selectFrom('mailings').select('brief_id').where('state', '=', 'scheduled').where('start_at', '<=', now)

const mailingRow = (db: Db, briefId: string) => db.selectFrom('mailings').selectAll().where('brief_id', '=', briefId)

/** Whether a mailing in progress has work that can be done now. */
const canContinue = async (db: Db, { brief_id, recipients_after }: MailingRow, now: string): Promise<boolean> => {
  if (recipients_after !== null) return true
  const waiting = waitingDeliveries(db, brief_id).select('subscriber_id').limit(1)
  const due = await dueDeliveries(waiting, now).executeTakeFirst()
  return due !== undefined || (await waiting.executeTakeFirst()) === undefined
}

export const mailingReader = (db: Db): MailingReader => ({
  find: async (briefId) => {
    const row = await mailingRow(db, briefId).executeTakeFirst()
    return row === undefined ? null : mailingFromRow(row)
  },
  progress: async (briefIds, now) => {
    if (briefIds.length === 0) return []
    const rows = await db
      .selectFrom('mailings')
      .selectAll()
      .where('brief_id', 'in', [...briefIds])
      .execute()
    const since = new Date(now.getTime() - RECENT_MS).toISOString()
    return Promise.all(
      rows.map(async (row) => ({
        ...mailingFromRow(row),
        deliveries: await countDeliveries(db, row),
        sentLately: row.state === 'sending' ? await sentSince(db, row.brief_id, since) : 0,
      })),
    )
  },
  countRecipients: async () => {
    const { count } = await briefRecipients(db)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },
  hasWork: async (now) => {
    if ((await toStart(db, now).limit(1).executeTakeFirst()) !== undefined) return true
    for (const row of await sendingRows(db).execute()) if (await canContinue(db, row, now)) return true
    return false
  },
})

export const mailingWriter = (scope: TransactionContext): MailingWriter => {
  const { db } = scope
  const change = async (briefId: string, values: Partial<MailingRow>): Promise<void> => {
    await db.updateTable('mailings').set(values).where('brief_id', '=', briefId).execute()
  }
  return {
    ...deliveryWriter(scope),
    ...mailRateWriter(db),
    add: async (briefId, startAt) => {
      const initial = { started_at: null, recipients_after: null, finished_at: null, counts: null }
      await db
        .insertInto('mailings')
        .values({ brief_id: briefId, state: 'scheduled', start_at: startAt, ...initial })
        .execute()
    },
    remove: async (briefId) => {
      await db.deleteFrom('mailings').where('brief_id', '=', briefId).execute()
    },
    setState: (briefId, state) => change(briefId, { state }),
    start: (briefId, at) => change(briefId, { state: 'sending', started_at: at, recipients_after: '' }),
    finish: (briefId, state, at) => change(briefId, { state, finished_at: at }),
    toStart: async (now) => (await toStart(db, now).execute()).map(({ brief_id }) => brief_id),
    sending: async () => (await sendingRows(db).execute()).map(mailingFromRow),
    confirmedBy: (instant, after, limit) =>
      briefRecipients(db)
        .select(['id', 'email'])
        // An active subscription only changes by ending, so the last change is the confirmation.
        .where('updated_at', '<=', instant)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    setRecipientsAfter: (briefId, after) => change(briefId, { recipients_after: after }),
    counts: async (briefId) => countDeliveries(db, await mailingRow(db, briefId).executeTakeFirstOrThrow()),
    prune: async (finishedBefore) => {
      const ended = db.selectFrom('mailings').selectAll().where('finished_at', '<', finishedBefore)
      for (const row of await ended.where('counts', 'is', null).execute()) {
        await change(row.brief_id, { counts: JSON.stringify(await countDeliveries(db, row)) })
        await db.deleteFrom('mailing_deliveries').where('brief_id', '=', row.brief_id).execute()
      }
    },
  }
}

/** Pauses the mailings of a restored corpus: emails may have been sent since the backup. */
export const pauseAllMailings = async (db: Db): Promise<void> => {
  await db.updateTable('mailings').set({ state: 'paused' }).where('state', 'in', ['scheduled', 'sending']).execute()
}
