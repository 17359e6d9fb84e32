import type { RankKey } from '#core/rank-key.ts'
import type { ShelfMark } from '#core/shelf-mark.ts'
import type { Db } from '#store/rows.ts'

/** The marks of accepted papers by their places in the public order. */
export const marksOf = async (db: Db, keys: readonly RankKey[]): Promise<Map<RankKey, ShelfMark[]>> => {
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('shelf_marks').selectAll().where('rank_key', 'in', keys).execute()
  return new Map(rows.map(({ rank_key, marks }) => [rank_key, marks.split(' ')]))
}
