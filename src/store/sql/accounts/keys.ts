import { sql, type Selectable } from 'kysely'
import type { KeyRecord, KeyScope } from '#core/access/api-key.ts'
import { evaluateQuota, type CountedAttempt, type QuotaPolicy } from '#core/quota.ts'
import type {
  IdempotencyReader,
  IdempotencyWriter,
  KeyReader,
  KeyWriter,
  QuotaReader,
  QuotaWriter,
} from '#ports/store/accounts.ts'
import type { Db, Tables } from '#store/rows.ts'

const keyFromRow = (row: Selectable<Tables['api_keys']>): KeyRecord => ({
  id: row.id,
  label: row.label,
  scopes: JSON.parse(row.scopes) as KeyScope[],
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
  email: row.email,
  ingestSession: row.ingest_session,
})

const findKey = async (db: Db, column: 'id' | 'hash', value: string): Promise<KeyRecord | null> => {
  const row = await db.selectFrom('api_keys').selectAll().where(column, '=', value).executeTakeFirst()
  return row === undefined ? null : keyFromRow(row)
}

/** A key by its previous secret, which is valid until its grace period or the key itself expires. */
const findRotated = async (db: Db, hash: string): Promise<KeyRecord | null> => {
  const row = await db.selectFrom('api_keys').selectAll().where('previous_hash', '=', hash).executeTakeFirst()
  if (row === undefined || row.previous_until === null) return null
  const { expires_at, previous_until } = row
  const until = expires_at === null || previous_until < expires_at ? previous_until : expires_at
  return { ...keyFromRow(row), expiresAt: until }
}

export const keyReader = (db: Db): KeyReader => ({
  findByHash: async (hash) => (await findKey(db, 'hash', hash)) ?? findRotated(db, hash),
  find: (id) => findKey(db, 'id', id),
  list: async () => {
    const rows = await db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute()
    return rows.map(keyFromRow)
  },
})

export const keyWriter = (db: Db): KeyWriter => ({
  add: async (key) => {
    await db
      .insertInto('api_keys')
      .values({
        id: key.id,
        label: key.label,
        hash: key.hash,
        scopes: JSON.stringify(key.scopes),
        created_at: key.createdAt,
        expires_at: key.expiresAt,
        revoked_at: key.revokedAt,
        last_used_at: key.lastUsedAt,
        email: key.email,
        ingest_session: key.ingestSession,
      })
      .execute()
  },
  revoke: async (id, at) => {
    const result = await db
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  },
  rotate: async (id, hash, previousUntil) => {
    await db
      .updateTable('api_keys')
      .set((eb) => ({ previous_hash: eb.ref('hash'), previous_until: previousUntil, hash }))
      .where('id', '=', id)
      .execute()
  },
  renew: async (id, expiresAt) => {
    await db.updateTable('api_keys').set({ expires_at: expiresAt }).where('id', '=', id).execute()
  },
  eraseEmail: async (email) => {
    const result = await db
      .updateTable('api_keys')
      .set({ email: null })
      .where(sql`lower(email)`, '=', sql`lower(${email})`)
      .executeTakeFirst()
    return Number(result.numUpdatedRows)
  },
  touch: async (id, at) => {
    await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
  },
})

const LONGEST_WINDOW_MS = 86_400_000

const countedRequests = async (db: Db, bucket: string): Promise<number[]> => {
  const rows = await db.selectFrom('quota_hits').select('at').where('bucket', '=', bucket).execute()
  return rows.map(({ at }) => at)
}

export const quotaReader = (db: Db): QuotaReader => ({
  peek: async (bucket, policy, now) => evaluateQuota(policy, await countedRequests(db, bucket), now.getTime()),
})

const deleteExpired = (db: Db, bucket: string, { windowSeconds }: QuotaPolicy, now: number) =>
  db
    .deleteFrom('quota_hits')
    .where('bucket', '=', bucket)
    .where('at', '<=', now - windowSeconds * 1_000)
    .execute()

/** If the clock was set back, requests counted in the future are moved to now. */
const clampToNow = (db: Db, bucket: string, now: number) =>
  db.updateTable('quota_hits').set({ at: now }).where('bucket', '=', bucket).where('at', '>', now).execute()

/** The instants counted in the window that ends now. */
const countedInWindow = async (db: Db, { bucket, policy }: CountedAttempt, now: number): Promise<number[]> => {
  await deleteExpired(db, bucket, policy, now)
  await clampToNow(db, bucket, now)
  return countedRequests(db, bucket)
}

export const quotaWriter = (db: Db): QuotaWriter => ({
  consume: async (bucket, policy, instant) => {
    const now = instant.getTime()
    const counted = await countedInWindow(db, { bucket, policy }, now)
    const before = evaluateQuota(policy, counted, now)
    if (!before.allowed) return before
    await db.insertInto('quota_hits').values({ bucket, at: now }).execute()
    return { ...evaluateQuota(policy, [...counted, now], now), allowed: true }
  },
  count: async ({ bucket, policy }, instant, requests) => {
    const now = instant.getTime()
    const { remaining } = evaluateQuota(policy, await countedInWindow(db, { bucket, policy }, now), now)
    const rows = Array.from({ length: Math.min(requests, remaining) }, () => ({ bucket, at: now }))
    if (rows.length > 0) await db.insertInto('quota_hits').values(rows).execute()
  },
  clear: async (bucket) => {
    await db.deleteFrom('quota_hits').where('bucket', '=', bucket).execute()
  },
  prune: async (now) => {
    await db
      .deleteFrom('quota_hits')
      .where('at', '<', now.getTime() - LONGEST_WINDOW_MS)
      .execute()
  },
})

export const idempotencyReader = (db: Db): IdempotencyReader => ({
  find: async (scope, key) => {
    const row = await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst()
    if (row === undefined) return null
    const headers = JSON.parse(row.headers) as Record<string, string>
    return { fingerprint: row.fingerprint, response: { status: row.status, headers, body: row.body } }
  },
})

export const idempotencyWriter = (db: Db): IdempotencyWriter => ({
  put: async (key, { status, headers, body }, at) => {
    await db
      .insertInto('idempotency_keys')
      .values({ ...key, status, headers: JSON.stringify(headers), body, created_at: at })
      .execute()
  },
  prune: async (before) => {
    const result = await db.deleteFrom('idempotency_keys').where('created_at', '<', before).executeTakeFirst()
    return Number(result.numDeletedRows)
  },
})
