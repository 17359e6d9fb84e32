import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

const IDS_AT_ONCE = 100

/** The numbers of concepts by their ids; an id that was merged into another concept has that one’s. */
export const findConceptNumbers = async (db: Db, ids: readonly string[]): Promise<Map<string, number>> => {
  const numbers = new Map<string, number>()
  for (let first = 0; first < ids.length; first += IDS_AT_ONCE) {
    const some = paddedKeys(ids.slice(first, first + IDS_AT_ONCE))
    const merged = await db
      .selectFrom('concept_aliases')
      .select(['id', 'concept_seq as seq'])
      .where('id', 'in', some)
      .execute()
    const present = await db.selectFrom('concepts').select(['id', 'seq']).where('id', 'in', some).execute()
    for (const { id, seq } of [...merged, ...present]) if (id !== null) numbers.set(id, seq)
  }
  return numbers
}
