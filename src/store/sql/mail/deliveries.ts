import { sql, type RawBuilder, type SelectQueryBuilder, type UpdateQueryBuilder, type UpdateResult } from 'kysely'
import type { Db, Tables } from '#store/rows.ts'
import { BACKOFF_PREFIX, MAX_BACKOFF_SECONDS } from '#core/mail/outbox.ts'
import type { MailRateWriter, DeliveryKey, DeliveryWriter } from '#ports/store/mail.ts'
import type { DeliveryState } from '#core/mail/mailing.ts'
import { type TransactionContext, insertRows } from '#store/sql/engine/engine.ts'

/**
 * The columns to update after a failed attempt to send an email; its lease ends.
 * @param retryAt when to try again; null gives it up
 */
export const failedAttempt = (reason: string, retryAt: string | null) => ({
  state: retryAt === null ? ('failed' as const) : ('waiting' as const),
  last_error: reason,
  lease_until: null,
  attempts: sql<number>`attempts + 1`,
  ...(retryAt === null ? {} : { due_at: retryAt }),
})

/** Subscribers who may be emailed at all: every sender selects its recipients from these. */
export const recipients = (db: Db) => db.selectFrom('subscribers').where('subscribers.state', '=', 'active')

/** Those who get the weekly brief; the others only follow searches. */
export const briefRecipients = (db: Db) => recipients(db).where('subscribers.wants_brief', '=', 1)

/**
 * A condition that the domain of a row accepts mail now. A backoff longer than the maximum comes from a clock that was
 * set back and is ignored.
 * @param now an instant in ISO 8601
 */
export const toReadyDomain = (now: string): RawBuilder<boolean> => {
  const at = Date.parse(now)
  return sql<boolean>`${BACKOFF_PREFIX} || domain NOT IN (
    SELECT bucket FROM mail_rates WHERE used_until > ${at} AND used_until <= ${at + MAX_BACKOFF_SECONDS * 1_000})`
}

export const mailRateWriter = (db: Db): MailRateWriter => ({
  usedUntil: async (bucket) => {
    const row = await db.selectFrom('mail_rates').select('used_until').where('bucket', '=', bucket).executeTakeFirst()
    return row === undefined ? null : row.used_until
  },
  setUsedUntil: async (bucket, usedUntil) => {
    await db
      .insertInto('mail_rates')
      .values({ bucket, used_until: usedUntil })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ used_until: usedUntil }))
      .execute()
  },
  bucketsUsedBeyond: async (instant) => {
    const rows = await db.selectFrom('mail_rates').select('bucket').where('used_until', '>', instant).execute()
    return rows.map(({ bucket }) => bucket)
  },
  pruneRates: async (before) => {
    await db.deleteFrom('mail_rates').where('used_until', '<', before).execute()
  },
})

export const waitingDeliveries = (db: Db, briefId: string) =>
  db.selectFrom('mailing_deliveries').where('brief_id', '=', briefId).where('state', '=', 'waiting')

/** Those that are due, not leased, and to domains that accept mail now. */
export const dueDeliveries = <Output>(
  query: SelectQueryBuilder<Tables, 'mailing_deliveries', Output>,
  now: string,
): SelectQueryBuilder<Tables, 'mailing_deliveries', Output> =>
  query
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .where(toReadyDomain(now))

/** A delivery in a state. Digests are deliveries with a table of their own. */
const inState = (db: Db, key: DeliveryKey, state: DeliveryState) => {
  if (!('digestId' in key))
    return db
      .updateTable('mailing_deliveries')
      .where('brief_id', '=', key.briefId)
      .where('subscriber_id', '=', key.subscriberId)
      .where('state', '=', state)
  const digest = db.updateTable('digests').where('id', '=', key.digestId).where('state', '=', state)
  // An attempt only changes columns that both tables have.
  return digest as unknown as UpdateQueryBuilder<Tables, 'mailing_deliveries', 'mailing_deliveries', UpdateResult>
}

/** A delivery not yet recorded as sent: an attempt that ends after its lease must not take that back. */
const waiting = (db: Db, key: DeliveryKey) => inState(db, key, 'waiting')

const sentTo = async (db: Db, subscriberId: string) => {
  const briefs = await db
    .selectFrom('mailing_deliveries')
    .select(['brief_id as briefId', 'subscriber_id as subscriberId', 'message_id as messageId'])
    .where('subscriber_id', '=', subscriberId)
    .where('state', '=', 'sent')
    .execute()
  const digests = await db
    .selectFrom('digests')
    .select(['id as digestId', 'message_id as messageId'])
    .where('subscriber_id', '=', subscriberId)
    .where('state', '=', 'sent')
    .execute()
  return [...briefs, ...digests]
}

export const deliveryWriter = (scope: TransactionContext): DeliveryWriter => {
  const { db, engine } = scope
  return {
    addDeliveries: (briefId, recipients, at) =>
      insertRows(
        scope,
        'mailing_deliveries',
        recipients.map(({ subscriberId, domain, messageId }) => ({
          brief_id: briefId,
          subscriber_id: subscriberId,
          domain,
          message_id: messageId,
          state: 'waiting' as const,
          attempts: 0,
          due_at: at,
          lease_until: null,
          last_error: null,
          sent_at: null,
        })),
      ),
    nextDue: async (briefId, now, withoutDomains) => {
      const row = await waitingDeliveries(db, briefId)
        .select(['subscriber_id', 'message_id', 'attempts', 'domain'])
        .$call((query) => dueDeliveries(query, now))
        .$if(withoutDomains.length > 0, (query) => query.where('domain', 'not in', [...withoutDomains]))
        .orderBy('due_at')
        .orderBy('subscriber_id')
        .limit(1)
        .$if(engine.locksRows, (query) => query.forUpdate().skipLocked())
        .executeTakeFirst()
      if (row === undefined) return null
      const { subscriber_id: subscriberId, message_id: messageId, attempts, domain } = row
      const subscriber = await briefRecipients(db).select('email').where('id', '=', subscriberId).executeTakeFirst()
      return { briefId, subscriberId, messageId, attempts, domain, to: subscriber?.email ?? null }
    },
    lease: async (key, leaseUntil) => {
      await waiting(db, key).set({ lease_until: leaseUntil }).execute()
    },
    release: async (key) => {
      await waiting(db, key).set({ lease_until: null }).execute()
    },
    markSent: async (key, at) => {
      await waiting(db, key)
        .set((eb) => ({
          state: 'sent',
          sent_at: at,
          lease_until: null,
          last_error: null,
          attempts: eb('attempts', '+', 1),
        }))
        .execute()
    },
    markLeft: async (key) => {
      await waiting(db, key).set({ state: 'left', lease_until: null }).execute()
    },
    markRefused: async (key, reason, retryAt) => {
      await waiting(db, key).set(failedAttempt(reason, retryAt)).execute()
    },
    sentTo: (subscriberId) => sentTo(db, subscriberId),
    markBounced: async (key) => {
      await inState(db, key, 'sent').set({ state: 'bounced' }).execute()
    },
    hasWaiting: async (briefId) =>
      (await waitingDeliveries(db, briefId).select('subscriber_id').limit(1).executeTakeFirst()) !== undefined,
    eraseDeliveries: async (subscriberId) => {
      await db.deleteFrom('mailing_deliveries').where('subscriber_id', '=', subscriberId).execute()
    },
  }
}
