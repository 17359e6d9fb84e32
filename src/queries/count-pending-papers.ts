import type { IngestionReader } from '#ports/store/imports/ingestion.ts'

/** Papers that are looked at in one go: SQLite looks at each of them, and reads it the first time. */
const LOOKED_AT = 4_000

/** How many papers of an ingestion session wait for a decision. `between` runs after each few thousand of its papers. */
export const countPendingPapers = async (
  ingestion: Pick<IngestionReader, 'countPending'>,
  id: string,
  between: () => Promise<void>,
): Promise<number> => {
  let sum = 0
  for (let after = 0; ;) {
    const { count, next } = await ingestion.countPending(id, after, LOOKED_AT)
    sum += count
    if (next === null) return sum
    after = next
    await between()
  }
}
