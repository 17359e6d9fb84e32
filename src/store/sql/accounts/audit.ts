import type { Selectable } from 'kysely'
import { nextAuditRecord, type AuditHead, type AuditRecord } from '#core/audit.ts'
import type { AuditReader, AuditWriter } from '#ports/store/accounts.ts'
import type { Db, Tables } from '#store/rows.ts'

const recordFromRow = ({ before_json, after_json, ...row }: Selectable<Tables['audit_log']>): AuditRecord => ({
  ...row,
  before: before_json,
  after: after_json,
})

export const auditReader = (db: Db): AuditReader => ({
  list: async (filter, before, limit) => {
    let query = db.selectFrom('audit_log').selectAll()
    for (const field of ['actor', 'act', 'subject'] as const) {
      const wanted = filter[field]
      if (wanted !== null) query = query.where(field, '=', wanted)
    }
    if (before !== null) query = query.where('seq', '<', before)
    const rows = await query
      .orderBy('seq', 'desc')
      .limit(limit + 1)
      .execute()
    const records = rows.slice(0, limit).map(recordFromRow)
    return { records, next: rows.length > limit ? (records.at(-1)?.seq ?? null) : null }
  },
  listAfter: async (after, limit) => {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map(recordFromRow)
  },
  head: () => headOf(db),
})

const headOf = async (db: Db): Promise<AuditHead> => {
  const row = await db.selectFrom('corpus').select(['audit_count', 'audit_hash']).executeTakeFirstOrThrow()
  return { count: row.audit_count, hash: row.audit_hash }
}

export const auditWriter = (db: Db): AuditWriter => ({
  record: async (entry) => {
    // Updating the count first locks the head's row, so that every other writer waits for this commit.
    const raised = await db
      .updateTable('corpus')
      .set((eb) => ({ audit_count: eb('audit_count', '+', 1) }))
      .returning(['audit_count', 'audit_hash'])
      .executeTakeFirstOrThrow()
    const { before, after, ...record } = nextAuditRecord(entry, {
      count: raised.audit_count - 1,
      hash: raised.audit_hash,
    })
    await db
      .insertInto('audit_log')
      .values({ ...record, before_json: before, after_json: after })
      .execute()
    await db.updateTable('corpus').set({ audit_hash: record.hash }).execute()
  },
})
