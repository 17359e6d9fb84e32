import type { Paper } from '#core/papers/paper.ts'
import type { Db } from '#store/rows.ts'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { acceptedRows } from '#store/sql/papers/accepted-rows.ts'

/** Public papers by their numbers. */
export const readPapers = async (db: Db, seqs: readonly number[]): Promise<Map<number, Paper>> =>
  new Map([...(await acceptedRows(db, seqs))].map(([seq, row]) => [seq, paperWithFileFromRow(row)]))
