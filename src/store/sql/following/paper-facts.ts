import type { PaperFacts } from '#core/following/matchable-paper.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { lastChanges } from '#store/sql/feeds/last-changes.ts'

/** Papers with what a filter asks of them beside their own fields, in the order of the rows. */
export const paperFacts = async (db: Db, rows: readonly PaperRow[]): Promise<PaperFacts[]> => {
  if (rows.length === 0) return []
  const seqs = paddedKeys(rows.map(({ seq }) => seq))
  const links = await db
    .selectFrom('paper_concepts')
    .select(['paper_seq', 'concept_seq'])
    .where('paper_seq', 'in', seqs)
    .execute()
  const texts = await db.selectFrom('paper_texts').select('paper_seq').where('paper_seq', 'in', seqs).execute()
  const withText = new Set(texts.map(({ paper_seq }) => paper_seq))
  const conceptsOf = Map.groupBy(links, ({ paper_seq }) => paper_seq)
  return rows.map((row) => ({
    paper: paperFromRow(row),
    concepts: (conceptsOf.get(row.seq) ?? []).map(({ concept_seq }) => concept_seq),
    hasText: withText.has(row.seq),
  }))
}

const FACTS_AT_ONCE = 100

/** Public papers, latest change first. */
export const recentPaperFacts = async (db: Db, limit: number): Promise<PaperFacts[]> => {
  const rows = await lastChanges(db)
    .where('papers.state', '=', 'accepted')
    .orderBy('public_changes.seq', 'desc')
    .limit(limit)
    .execute()
  const facts: PaperFacts[] = []
  for (let first = 0; first < rows.length; first += FACTS_AT_ONCE)
    facts.push(...(await paperFacts(db, rows.slice(first, first + FACTS_AT_ONCE))))
  return facts
}
