import type { Updateable } from 'kysely'
import type { BackupStateReader, BackupStateWriter } from '#ports/store/backups.ts'
import type { Db, Tables } from '#store/rows.ts'

const findRow = (db: Db) => db.selectFrom('backup_state').selectAll().where('id', '=', 1).executeTakeFirst()

export const backupStateReader = (db: Db): BackupStateReader => ({
  state: async () => {
    const row = await findRow(db)
    if (row === undefined) return { good: null, failure: null, drill: null, goodDrillAt: null }
    const { good_at, good_id, failed_at, drilled_at, drilled_id } = row
    return {
      good:
        good_at === null || good_id === null
          ? null
          : { at: good_at, id: good_id, bytes: row.good_bytes ?? 0, seconds: row.good_seconds ?? 0 },
      failure: failed_at === null ? null : { at: failed_at, message: row.failure ?? '' },
      drill:
        drilled_at === null || drilled_id === null
          ? null
          : { at: drilled_at, backup: drilled_id, fault: row.drill_fault },
      goodDrillAt: row.drill_good_at,
    }
  },
  lease: async () => {
    const { owner = null, lease_until: until = null } = (await findRow(db)) ?? {}
    return owner === null || until === null ? null : { owner, until }
  },
})

export const backupStateWriter = (db: Db): BackupStateWriter => {
  const set = async (values: Updateable<Tables['backup_state']>): Promise<void> => {
    await db
      .insertInto('backup_state')
      .values({ id: 1, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
  }
  return {
    setLease: (lease) => set({ owner: lease?.owner ?? null, lease_until: lease?.until ?? null }),
    setGood: ({ at, id, bytes, seconds }) =>
      set({ good_at: at, good_id: id, good_bytes: bytes, good_seconds: seconds, failed_at: null, failure: null }),
    setFailure: ({ at, message }) => set({ failed_at: at, failure: message }),
    setDrill: ({ at, backup, fault }) =>
      set({
        drilled_at: at,
        drilled_id: backup,
        drill_fault: fault,
        ...(fault === null ? { drill_good_at: at } : {}),
      }),
  }
}
