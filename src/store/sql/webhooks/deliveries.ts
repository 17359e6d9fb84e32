import type { Selectable } from 'kysely'
import type { WebhookDelivery } from '#core/webhooks.ts'
import type { WebhookWriter } from '#ports/store/webhooks.ts'
import type { Db, Tables } from '#store/rows.ts'
import { insertRows, type TransactionContext } from '#store/sql/engine/engine.ts'

type DeliveryRow = Selectable<Tables['webhook_deliveries']>

const deliveryFromRow = (row: DeliveryRow): WebhookDelivery => ({
  id: row.seq,
  endpointId: row.endpoint_seq,
  messageId: row.message_id,
  type: row.type,
  subject: row.subject,
  at: row.at,
  change: row.change_seq,
  step: row.step_seq,
  outcome: row.outcome,
  state: row.state,
  attempts: row.attempts,
  dueAt: row.due_at,
  firstAttemptAt: row.first_attempt_at,
  attemptedAt: row.attempted_at,
  lastExchange: row.request === null ? null : { request: row.request, status: row.status, response: row.response },
  error: row.error,
})

const waiting = (db: Db, id: number) =>
  db.selectFrom('webhook_deliveries').where('endpoint_seq', '=', id).where('state', '=', 'waiting')

/** Due deliveries, excluding those with an older waiting one of the same subject. */
export const dueWebhookDeliveries = (db: Db, id: number, now: string) =>
  waiting(db, id)
    .where('due_at', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_deliveries as older')
            .select('older.seq')
            .whereRef('older.endpoint_seq', '=', 'webhook_deliveries.endpoint_seq')
            .whereRef('older.subject', '=', 'webhook_deliveries.subject')
            .whereRef('older.seq', '<', 'webhook_deliveries.seq')
            .where('older.state', '=', 'waiting'),
        ),
      ),
    )
    .orderBy('seq')
    .limit(1)

export const countWaiting = async (db: Db, id: number): Promise<number> => {
  const { count } = await waiting(db, id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const webhookBacklog = async (db: Db, most: number): Promise<{ waiting: number; oldestAt: string | null }> => {
  const some = db.selectFrom('webhook_deliveries').select('at').where('state', '=', 'waiting').limit(most)
  return db
    .selectFrom(some.as('some'))
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min<string | null>('at').as('oldestAt')])
    .executeTakeFirstOrThrow()
}

export const lastDeliveries = async (db: Db, id: number, limit: number): Promise<WebhookDelivery[]> => {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_seq', '=', id)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(deliveryFromRow)
}

type Written =
  | 'addDeliveries'
  | 'nextDue'
  | 'waitingSubjects'
  | 'recordAttempt'
  | 'restartWaiting'
  | 'dropWaiting'
  | 'prune'

export const webhookDeliveryWriter = (context: TransactionContext): Pick<WebhookWriter, Written> => {
  const { db } = context
  const delivered = () => db.deleteFrom('webhook_deliveries').where('state', '=', 'delivered')
  return {
    addDeliveries: (id, deliveries) =>
      insertRows(
        context,
        'webhook_deliveries',
        deliveries.map(({ event, messageId, dueAt }) => ({
          endpoint_seq: id,
          message_id: messageId,
          type: event.type,
          subject: event.subject,
          at: event.at,
          change_seq: event.change,
          step_seq: event.step,
          outcome: event.outcome,
          state: 'waiting' as const,
          attempts: 0,
          due_at: dueAt,
          first_attempt_at: null,
          attempted_at: null,
          request: null,
          status: null,
          response: null,
          error: null,
        })),
      ),
    nextDue: async (id, now) => {
      const row = await dueWebhookDeliveries(db, id, now).selectAll().executeTakeFirst()
      return row === undefined ? null : deliveryFromRow(row)
    },
    waitingSubjects: async (id) => {
      const rows = await waiting(db, id).select('subject').distinct().execute()
      return new Set(rows.map(({ subject }) => subject))
    },
    recordAttempt: async (deliveryId, { state, attempts, dueAt, firstAttemptAt, attemptedAt, exchange, error }) => {
      await db
        .updateTable('webhook_deliveries')
        .set({
          state,
          attempts,
          due_at: dueAt,
          first_attempt_at: firstAttemptAt,
          attempted_at: attemptedAt,
          request: exchange.request,
          status: exchange.status,
          response: exchange.response,
          error,
        })
        .where('seq', '=', deliveryId)
        .where('state', '=', 'waiting')
        .execute()
    },
    restartWaiting: async (id, at) => {
      await db
        .updateTable('webhook_deliveries')
        .set({ attempts: 0, due_at: at, first_attempt_at: null })
        .where('endpoint_seq', '=', id)
        .where('state', '=', 'waiting')
        .execute()
    },
    dropWaiting: async (id, after) => {
      await db
        .deleteFrom('webhook_deliveries')
        .where('endpoint_seq', '=', id)
        .where('state', '=', 'waiting')
        .$if(after !== null, (query) =>
          query.where((eb) =>
            eb.or([eb('change_seq', '>', after?.change ?? 0), eb('step_seq', '>', after?.step ?? 0)]),
          ),
        )
        .execute()
    },
    prune: async (before, most) => {
      await delivered().where('attempted_at', '<', before).execute()
      for (const { seq } of await db.selectFrom('webhook_endpoints').select('seq').execute()) {
        const oldest = await db
          .selectFrom('webhook_deliveries')
          .select('seq')
          .where('endpoint_seq', '=', seq)
          .orderBy('seq', 'desc')
          .offset(most)
          .limit(1)
          .executeTakeFirst()
        if (oldest !== undefined)
          await delivered().where('endpoint_seq', '=', seq).where('seq', '<=', oldest.seq).execute()
      }
    },
  }
}
