import type { Db, PaperRow } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

/** Public papers by their sequence numbers; the others are left out. */
export const acceptedRows = async (db: Db, seqs: readonly number[]): Promise<Map<number, PaperRow>> => {
  if (seqs.length === 0) return new Map()
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where('seq', 'in', paddedKeys(seqs))
    .where('state', '=', 'accepted')
    .execute()
  return new Map(rows.map((row) => [row.seq, row]))
}
