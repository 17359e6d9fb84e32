import type { SelectQueryBuilder, UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { DeliveryState } from '#core/mail/mailing.ts'
import type { DeliveryKey, DeliveryWriter } from '#ports/store/mail/mailings.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { failedAttempt } from './failed-attempt.ts'
import { briefRecipients } from './recipients.ts'
import { toNoRestingDomain } from './resting-domains.ts'

export const waitingDeliveries = (db: Db, briefId: string) =>
  db.selectFrom('deliveries').where('brief_id', '=', briefId).where('state', '=', 'waiting')

/** Of these, what is due, in nobody’s hands, and to no domain that rests. */
export const dueDeliveries = <Output>(
  query: SelectQueryBuilder<Tables, 'deliveries', Output>,
  now: string,
): SelectQueryBuilder<Tables, 'deliveries', Output> =>
  query
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .where(toNoRestingDomain(now))

/** A delivery in a state; a digest is one of a table of its own. */
const inState = (db: Db, key: DeliveryKey, state: DeliveryState) => {
  if (!('digestId' in key))
    return db
      .updateTable('deliveries')
      .where('brief_id', '=', key.briefId)
      .where('subscriber_id', '=', key.subscriberId)
      .where('state', '=', state)
  const digest = db.updateTable('digests').where('id', '=', key.digestId).where('state', '=', state)
  // An attempt changes only columns that deliveries and digests have in common.
  return digest as unknown as UpdateQueryBuilder<Tables, 'deliveries', 'deliveries', UpdateResult>
}

/** A delivery that nobody has recorded as sent: an attempt that ends after its lease must not take that back. */
const waiting = (db: Db, key: DeliveryKey) => inState(db, key, 'waiting')

const sentTo = async (db: Db, subscriberId: string) => {
  const briefs = await db
    .selectFrom('deliveries')
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
        'deliveries',
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
      await db.deleteFrom('deliveries').where('subscriber_id', '=', subscriberId).execute()
    },
  }
}
