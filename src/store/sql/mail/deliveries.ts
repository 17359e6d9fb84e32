import type { SelectQueryBuilder } from 'kysely'
import type { DeliveryKey, DeliveryWriter } from '#ports/store/mail/mailings.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { failedAttempt } from './failed-attempt.ts'

export const waitingDeliveries = (db: Db, briefId: string) =>
  db.selectFrom('deliveries').where('brief_id', '=', briefId).where('state', '=', 'waiting')

/** Of these, what is due and in nobody’s hands. */
export const dueDeliveries = <Output>(
  query: SelectQueryBuilder<Tables, 'deliveries', Output>,
  now: string,
): SelectQueryBuilder<Tables, 'deliveries', Output> =>
  query.where('due_at', '<=', now).where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))

/** A delivery that nobody has recorded as sent: an attempt that ends after its lease must not take that back. */
const waiting = (db: Db, { briefId, subscriberId }: DeliveryKey) =>
  db
    .updateTable('deliveries')
    .where('brief_id', '=', briefId)
    .where('subscriber_id', '=', subscriberId)
    .where('state', '=', 'waiting')

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
      const subscriber = await db
        .selectFrom('subscribers')
        .select('email')
        .where('id', '=', subscriberId)
        .where('state', '=', 'active')
        .executeTakeFirst()
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
    sentTo: async (subscriberId) => {
      const rows = await db
        .selectFrom('deliveries')
        .select(['brief_id', 'message_id'])
        .where('subscriber_id', '=', subscriberId)
        .where('state', '=', 'sent')
        .execute()
      return rows.map(({ brief_id, message_id }) => ({ briefId: brief_id, subscriberId, messageId: message_id }))
    },
    markBounced: async ({ briefId, subscriberId }) => {
      await db
        .updateTable('deliveries')
        .set({ state: 'bounced' })
        .where('brief_id', '=', briefId)
        .where('subscriber_id', '=', subscriberId)
        .where('state', '=', 'sent')
        .execute()
    },
    hasWaiting: async (briefId) =>
      (await waitingDeliveries(db, briefId).select('subscriber_id').limit(1).executeTakeFirst()) !== undefined,
    eraseDeliveries: async (subscriberId) => {
      await db.deleteFrom('deliveries').where('subscriber_id', '=', subscriberId).execute()
    },
  }
}
