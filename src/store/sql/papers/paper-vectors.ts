import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/engine.ts'

/** Deletes the vectors of papers that leave. */
export const deleteVectors = async (db: Db, paperSeqs: readonly number[]): Promise<void> => {
  await db.deleteFrom('text_vectors').where('paper_seq', 'in', paddedKeys(paperSeqs)).execute()
}

/** What of a paper is about to change. */
export type ChangedTexts = { seq: number; short: boolean; fullText: boolean }

/** Takes vectors of changed texts out of searches. They are kept until the paper has its new ones, in case a text is the same. */
export const retireVectors = async (db: Db, changed: readonly ChangedTexts[]): Promise<void> => {
  const retire = async (seqs: readonly number[], like: 'like' | 'not like'): Promise<void> => {
    if (seqs.length === 0) return
    await db
      .updateTable('text_vectors')
      .set({ place: null })
      .where('paper_seq', 'in', paddedKeys(seqs))
      // Places in full texts begin with s, those in abstract and commentary do not.
      .where('place', like, 's%')
      .execute()
  }
  await retire(
    changed.filter(({ fullText }) => fullText).map(({ seq }) => seq),
    'like',
  )
  // The short texts have the vector that says that a paper has all.
  await retire(
    changed.filter(({ short, fullText }) => short || fullText).map(({ seq }) => seq),
    'not like',
  )
}
