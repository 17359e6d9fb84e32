import type { Paper } from '#core/papers/paper.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'

/** Public papers by their numbers. */
export const readPapers = async (db: Db, seqs: readonly number[]): Promise<Map<number, Paper>> => {
  if (seqs.length === 0) return new Map()
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where('seq', 'in', paddedKeys(seqs))
    .where('state', '=', 'accepted')
    .execute()
  return new Map(rows.map((row) => [row.seq, paperFromRow(row)]))
}
