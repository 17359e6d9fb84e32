import type { ChangeReader } from '#ports/store/changes.ts'
import type { Db } from '#store/rows.ts'

export const lastChange = (db: Db): Promise<{ seq: number; at: string } | undefined> =>
  db.selectFrom('public_changes').select(['seq', 'at']).orderBy('seq', 'desc').limit(1).executeTakeFirst()

export const changeReader = (db: Db): ChangeReader => ({
  after: (seq, limit) =>
    db
      .selectFrom('public_changes')
      .select(['seq', 'kind', 'id', 'event', 'at'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute(),
  last: async () => (await lastChange(db))?.seq ?? 0,
})
