import type { RankKey } from '#core/papers/rank-key.ts'
import type { ShelfMark } from '#core/search/facet-token.ts'
import { indexedFields } from '#core/search/indexed-fields.ts'
import { paperFromRow, type Db, type PaperRow } from '#store/rows.ts'
import type { IndexedPaper } from '#store/sql/engine/engine.ts'

/** The marks of accepted papers by their places in the public order. */
export const marksOf = async (db: Db, keys: readonly RankKey[]): Promise<Map<RankKey, ShelfMark[]>> => {
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('shelf_marks').selectAll().where('rank_key', 'in', keys).execute()
  return new Map(rows.map(({ rank_key, marks }) => [rank_key, marks.split(' ')]))
}

/** Marked papers as the search index takes them. */
export const indexedPapers = async (db: Db, rows: readonly PaperRow[]): Promise<IndexedPaper[]> => {
  const marks = await marksOf(
    db,
    rows.map(({ rank_key }) => rank_key),
  )
  return rows.map((row) => ({
    rankKey: row.rank_key,
    fields: indexedFields(paperFromRow(row)),
    marks: marks.get(row.rank_key) ?? [],
  }))
}
