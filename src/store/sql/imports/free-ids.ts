import { sameNumberIds } from '#core/papers/paper.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

const LOOKED_AT_ONCE = 100

const usedAmong = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db.selectFrom('papers').select('id').where('id', 'in', paddedKeys(ids)).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whether a paper has this number, written with zeros before it. */
const hasOtherSpelling = async (db: Db, id: string): Promise<boolean> =>
  (await usedAmong(db, sameNumberIds(id))).size > 0

/**
 * The next ids that no paper has. They come from a counter and not after the highest: one paper with a very high number
 * would leave no room behind it.
 */
export const takeFreeIds = async (db: Db, count: number): Promise<string[]> => {
  const { next_paper_number: first } = await db
    .selectFrom('corpus')
    .select('next_paper_number')
    .executeTakeFirstOrThrow()
  const free: string[] = []
  let number = first
  while (free.length < count) {
    const ids = Array.from({ length: LOOKED_AT_ONCE }, (_, index) => `p${number + index}`)
    const used = await usedAmong(db, ids)
    for (const id of ids) {
      if (free.length === count) break
      number += 1
      if (!used.has(id) && !(await hasOtherSpelling(db, id))) free.push(id)
    }
  }
  await db.updateTable('corpus').set({ next_paper_number: number }).execute()
  return free
}
