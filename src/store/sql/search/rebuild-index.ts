import { sql } from 'kysely'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { paperSpellings } from '#core/search/spelling.ts'
import { type Db, type PaperRow } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { indexEntries } from '#store/sql/facets/facet-tokens.ts'
import { addPassages } from '#store/sql/postings/index-passages.ts'
import { addSegment, rankedEntries } from '#store/sql/postings/add-segment.ts'
import { mergeAll } from '#store/sql/postings/merge-segments.ts'
import { indexFacets } from '#store/sql/facets/index-facets.ts'

const PAPERS_AT_ONCE = 500

const isEmpty = async (db: Db, table: 'facet_tokens' | 'paper_search' | 'ranked_segments'): Promise<boolean> => {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
  return rows.length === 0
}

const acceptedAfter = (db: Db, last: number): Promise<PaperRow[]> =>
  db
    .selectFrom('papers')
    .selectAll()
    .where('state', '=', 'accepted')
    .where('rank_key', '>', last)
    .orderBy('rank_key')
    .limit(PAPERS_AT_ONCE)
    .execute()

/** Papers that are linked to their concepts already. */
const reindexFacets = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  rows: readonly PaperRow[],
): Promise<void> => {
  const seqs = rows.map(({ seq }) => seq)
  const links = await scope.db
    .selectFrom('paper_concepts')
    .selectAll()
    .where('paper_seq', 'in', seqs)
    .orderBy('concept_seq')
    .execute()
  const concepts = Map.groupBy(links, ({ paper_seq }) => paper_seq)
  await indexFacets(
    scope,
    rows.map((row) => {
      const paper = paperFromRow(row)
      const linked = (concepts.get(row.seq) ?? []).map(({ concept_seq }) => concept_seq)
      return { seq: row.seq, paper, concepts: linked, spellings: paperSpellings(paper) }
    }),
  )
}

const reindexRanking = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  rows: readonly PaperRow[],
): Promise<void> => {
  const passages = await addPassages(
    scope,
    rows.map(({ seq }) => seq),
  )
  await addSegment(scope, { papers: rankedEntries(rows), passages }, 1)
}

/**
 * Fills what a migration left empty, from the accepted papers: their facet tokens, their entries in the search index, or
 * both.
 */
export const rebuildIndex = async (scope: Pick<TransactionContext, 'db' | 'engine'>): Promise<void> => {
  const { db, engine } = scope
  const lacksFacetTokens = await isEmpty(db, 'facet_tokens')
  const lacksEntries = await isEmpty(db, 'paper_search')
  const lacksRanking = await isEmpty(db, 'ranked_segments')
  if (!lacksFacetTokens && !lacksEntries && !lacksRanking) return
  for (
    let rows = await acceptedAfter(db, 0);
    rows.length > 0;
    rows = await acceptedAfter(db, rows.at(-1)?.rank_key ?? 0)
  ) {
    if (lacksFacetTokens) await reindexFacets(scope, rows)
    if (lacksRanking) await reindexRanking(scope, rows)
    if (lacksEntries) await engine.addToSearch(db, await indexEntries(db, rows))
  }
  if (lacksRanking) await mergeAll(scope)
}
