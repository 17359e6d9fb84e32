import type { Selectable } from 'kysely'
import { Failure } from '#core/failure.ts'
import { MAX_WAITING, type WebhookEndpoint, type WebhookEventType } from '#core/webhooks.ts'
import type { EndpointValues, EndpointLease, WebhookReader, WebhookWriter } from '#ports/store/webhooks.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import {
  countWaiting,
  webhookDeliveryWriter,
  dueWebhookDeliveries,
  lastDeliveries,
  webhookBacklog,
} from './deliveries.ts'
import { eventLog, readPaperTopics, readPresentConcepts } from './event-log.ts'

type EndpointRow = Selectable<Tables['webhook_endpoints']>

const endpointFromRow = (row: EndpointRow): WebhookEndpoint => ({
  id: row.seq,
  kind: row.kind,
  url: row.url,
  description: row.description,
  events: JSON.parse(row.events) as WebhookEventType[],
  state: row.state === 'active' ? 'active' : 'paused',
  pausedBecause: row.paused_because,
  addedBy: row.added_by,
  addedAt: row.added_at,
  position: { change: row.after_change, step: row.after_step },
  failures: row.failures,
  failingSince: row.failing_since,
  restUntil: row.rest_until,
  lastSuccessAt: row.last_success_at,
  lastFailureAt: row.last_failure_at,
  lastError: row.last_error,
  oldSecretUntil: row.old_secret_until,
})

const columnsOf = ({ position, ...change }: EndpointValues): Partial<EndpointRow> => {
  const named: Record<string, keyof EndpointRow> = {
    state: 'state',
    pausedBecause: 'paused_because',
    failures: 'failures',
    failingSince: 'failing_since',
    restUntil: 'rest_until',
    lastSuccessAt: 'last_success_at',
    lastFailureAt: 'last_failure_at',
    lastError: 'last_error',
  }
  return {
    ...Object.fromEntries(Object.entries(change).map(([name, value]) => [named[name], value])),
    ...(position === undefined ? {} : { after_change: position.change, after_step: position.step }),
  }
}

const shown = (db: Db) => db.selectFrom('webhook_endpoints').selectAll().where('state', '!=', 'removed').orderBy('seq')

/** Whether an endpoint has work. Only reads, so that idle endpoints never block a writer. */
const hasWork = async (db: Db, endpoint: WebhookEndpoint, now: string): Promise<boolean> => {
  if ((await dueWebhookDeliveries(db, endpoint.id, now).select('seq').executeTakeFirst()) !== undefined) return true
  const last = await eventLog(db).positionBefore(null)
  const { change, step } = endpoint.position
  const hasMore = change < last.change || (endpoint.events.includes('submission.decided') && step < last.step)
  return hasMore && (await countWaiting(db, endpoint.id)) < MAX_WAITING
}

const findEndpoint = async (db: Db, id: number): Promise<WebhookEndpoint | null> => {
  const row = await shown(db).where('seq', '=', id).executeTakeFirst()
  return row === undefined ? null : endpointFromRow(row)
}

export const webhookReader = (db: Db): WebhookReader => ({
  ...eventLog(db),
  list: async () => (await shown(db).execute()).map(endpointFromRow),
  find: (id) => findEndpoint(db, id),
  get: async (id) => {
    const found = await findEndpoint(db, id)
    if (found === null) throw new Failure('not_found', `There is no webhook ${id}.`)
    return found
  },
  secrets: async (id) => {
    const row = await shown(db).where('seq', '=', id).executeTakeFirst()
    return { secret: row?.secret ?? null, old: row?.old_secret ?? null }
  },
  listIdsWithWork: async (now) => {
    const rows = await shown(db)
      .where('state', '=', 'active')
      .where((eb) => eb.or([eb('rest_until', 'is', null), eb('rest_until', '<=', now)]))
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .execute()
    const ids: number[] = []
    for (const endpoint of rows.map(endpointFromRow)) if (await hasWork(db, endpoint, now)) ids.push(endpoint.id)
    return ids
  },
  backlog: (most) => webhookBacklog(db, most),
  countWaiting: (id) => countWaiting(db, id),
  deliveries: (id, limit) => lastDeliveries(db, id, limit),
})

const NO_LEASE = { sender: null, lease_until: null }

export const webhookWriter = (context: TransactionContext): WebhookWriter => {
  const { db } = context
  const change = async (id: number, values: Partial<EndpointRow>): Promise<void> => {
    await db.updateTable('webhook_endpoints').set(values).where('seq', '=', id).execute()
  }
  return {
    ...webhookDeliveryWriter(context),
    paperTopics: (ids) => readPaperTopics(db, ids),
    presentConcepts: (ids) => readPresentConcepts(db, ids),
    add: async ({ kind, url, description, events, secret, position, addedBy, at }) => {
      const { seq } = await db
        .insertInto('webhook_endpoints')
        .values({
          kind,
          url,
          description,
          events: JSON.stringify(events),
          state: 'active',
          secret,
          added_by: addedBy,
          added_at: at,
          after_change: position.change,
          after_step: position.step,
          failures: 0,
        })
        .returning('seq')
        .executeTakeFirstOrThrow()
      return seq
    },
    // Pausing also ends the lease, so that a running sender stops.
    change: (id, values) => change(id, { ...columnsOf(values), ...(values.state === 'paused' ? NO_LEASE : {}) }),
    setSecrets: (id, { secret, old, oldUntil }) => change(id, { secret, old_secret: old, old_secret_until: oldUntil }),
    remove: async (id) => {
      await db.deleteFrom('webhook_deliveries').where('endpoint_seq', '=', id).execute()
      await change(id, { state: 'removed', secret: null, old_secret: null, ...NO_LEASE })
    },
    hold: async ({ id, sender }, at, until) => {
      const { numUpdatedRows } = await db
        .updateTable('webhook_endpoints')
        .set({ sender, lease_until: until })
        .where('seq', '=', id)
        .where('state', '=', 'active')
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', at), eb('sender', '=', sender)]))
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    holds: async ({ id, sender }) => {
      const row = await shown(db).where('seq', '=', id).where('sender', '=', sender).executeTakeFirst()
      return row !== undefined
    },
    release: async ({ id, sender }: EndpointLease) => {
      await db
        .updateTable('webhook_endpoints')
        .set(NO_LEASE)
        .where('seq', '=', id)
        .where('sender', '=', sender)
        .execute()
    },
  }
}

/** Pauses the endpoints of a restored corpus: waiting deliveries may have been sent since the backup. */
export const pauseAllEndpoints = async (db: Db): Promise<void> => {
  await db
    .updateTable('webhook_endpoints')
    .set({ state: 'paused', paused_because: 'The corpus was restored from a backup.', ...NO_LEASE })
    .where('state', '=', 'active')
    .execute()
}
