import type { PlacedPassage } from '#core/passages/text-parts.ts'
import type { Db, Tables } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

/** A passage of a full text as it is stored. */
export type PassageRow = Tables['passages']

/** Passages by their numbers. */
export const passagesBySeq = async (db: Db, seqs: readonly number[]): Promise<Map<number, PassageRow>> => {
  if (seqs.length === 0) return new Map()
  const rows = await db.selectFrom('passages').selectAll().where('seq', 'in', paddedKeys(seqs)).execute()
  return new Map(rows.map((row) => [row.seq, row]))
}

export const placedPassage = ({ section, number, part, text }: PassageRow): PlacedPassage => ({
  place: { source: 'fullText', section, number },
  part,
  text,
})
