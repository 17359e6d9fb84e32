import { paperFromRow } from '#store/rows.ts'
import type { Scope } from './engine.ts'
import { shelve } from './shelve.ts'

const PAPERS_AT_ONCE = 500

/** Marks every accepted paper and puts all into an empty search index, in the course of a migration. */
export const fillShelves = async (scope: Pick<Scope, 'db' | 'engine'>): Promise<void> => {
  const { db, engine } = scope
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('papers')
      .selectAll()
      .where('state', '=', 'accepted')
      .where('rank_key', '>', last)
      .orderBy('rank_key')
      .limit(PAPERS_AT_ONCE)
      .execute()
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.rank_key
    const links = await db
      .selectFrom('paper_concepts')
      .selectAll()
      .where(
        'paper_seq',
        'in',
        rows.map(({ seq }) => seq),
      )
      .orderBy('concept_seq')
      .execute()
    const concepts = Map.groupBy(links, ({ paper_seq }) => paper_seq)
    const papers = rows.map((row) => ({
      seq: row.seq,
      paper: paperFromRow(row),
      concepts: (concepts.get(row.seq) ?? []).map(({ concept_seq }) => concept_seq),
    }))
    const marks = await shelve(scope, papers)
    await engine.addToSearch(
      db,
      rows.map((row, index) => ({
        rankKey: row.rank_key,
        paper: paperFromRow(row),
        marks: marks[index] ?? [],
      })),
    )
  }
}
