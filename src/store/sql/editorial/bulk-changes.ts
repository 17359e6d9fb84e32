import type { Selectable } from 'kysely'
import type { BulkChange, BulkChangeRecord } from '#core/review/bulk-change.ts'
import type { BulkChangeReader, BulkChangeWriter } from '#ports/store/bulk-changes.ts'
import type { Db, Tables } from '#store/rows.ts'

type Outcome = Pick<BulkChangeRecord, 'changed' | 'left' | 'undone' | 'kept'>

const fromRow = (row: Selectable<Tables['bulk_changes']>): BulkChangeRecord => ({
  id: row.id,
  actor: row.actor,
  change: JSON.parse(row.change) as BulkChange,
  at: row.at,
  ...(JSON.parse(row.outcome) as Outcome),
  undoneBy: row.undone_by,
  undoneAt: row.undone_at,
})

export const bulkChangeReader = (db: Db): BulkChangeReader => ({
  find: async (id) => {
    const row = await db.selectFrom('bulk_changes').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },
  latest: async (limit) => {
    const rows = await db
      .selectFrom('bulk_changes')
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(fromRow)
  },
})

export const bulkChangeWriter = (db: Db): BulkChangeWriter => ({
  put: async ({ id, actor, change, at, changed, left, undone, kept, undoneBy, undoneAt }) => {
    const values = {
      outcome: JSON.stringify({ changed, left, undone, kept } satisfies Outcome),
      undone_by: undoneBy,
      undone_at: undoneAt,
    }
    await db
      .insertInto('bulk_changes')
      .values({ id, actor, change: JSON.stringify(change), at, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
  },
  prune: async (before) => {
    await db.deleteFrom('bulk_changes').where('at', '<', before).execute()
  },
})
