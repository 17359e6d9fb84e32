import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { ANALYZER_VERSION, textKey } from '#core/text/tokenize.ts'
import { type Db, type PaperRow } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { countFrameworks } from '#store/sql/facets/counters.ts'
import { linkConcepts } from '#store/sql/papers/concept-links.ts'
import { clearRanking } from '#store/sql/postings/merge-segments.ts'
import { rebuildConcepts } from './rebuild-concepts.ts'

const PAPERS_AT_ONCE = 500

/** Whether a program with another way of folding words made the stored keys and the index. */
export const hasOtherAnalyzer = async (db: Db): Promise<boolean> => {
  const { analyzer } = await db.selectFrom('corpus').select('analyzer').executeTakeFirstOrThrow()
  return analyzer !== ANALYZER_VERSION
}

const rebuildTitleKeys = async (db: Db): Promise<boolean> => {
  const pageAfter = (last: number) =>
    db
      .selectFrom('papers')
      .select(['seq', 'title', 'title_key'])
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(PAPERS_AT_ONCE)
      .execute()
  const first = await pageAfter(0)
  for (let rows = first; rows.length > 0; rows = await pageAfter(rows.at(-1)?.seq ?? 0))
    for (const { seq, title, title_key: before } of rows) {
      const key = textKey(title)
      if (key !== before) await db.updateTable('papers').set({ title_key: key }).where('seq', '=', seq).execute()
    }
  return first.length > 0
}

const acceptedAfter = (db: Db, last: number): Promise<PaperRow[]> =>
  db
    .selectFrom('papers')
    .selectAll()
    .where('state', '=', 'accepted')
    .where('seq', '>', last)
    .orderBy('seq')
    .limit(PAPERS_AT_ONCE)
    .execute()

/** The oldest papers come first, as they did when they became public. */
const linkPapers = async (scope: Pick<TransactionContext, 'db' | 'engine'>): Promise<void> => {
  const { db } = scope
  for (let rows = await acceptedAfter(db, 0); rows.length > 0; rows = await acceptedAfter(db, rows.at(-1)?.seq ?? 0)) {
    const papers = rows.map((row) => ({ seq: row.seq, paper: paperFromRow(row) }))
    await linkConcepts(scope, papers, 1)
    await countFrameworks(db, papers)
  }
}

/**
 * Rebuilds every stored key, and empties what is made from the papers' words: `rebuildIndex` fills it again. The
 * revision rises, since the public may find other papers than before.
 */
export const rebuildKeys = async (scope: Pick<TransactionContext, 'db' | 'engine'>): Promise<void> => {
  const { db, engine } = scope
  if (await rebuildTitleKeys(db)) await engine.raiseRevision(db)
  await rebuildConcepts(db)
  await db
    .deleteFrom('counters')
    .where((eb) =>
      eb.or([eb('facet', '=', 'framework'), eb.and([eb('facet', '>=', 'facet:'), eb('facet', '<', 'facet;')])]),
    )
    .execute()
  await linkPapers(scope)
  for (const table of ['facet_tokens', 'spellings', 'institutions'] as const) await db.deleteFrom(table).execute()
  await clearRanking(db)
  await engine.clearSearch(db)
  await db.updateTable('corpus').set({ analyzer: ANALYZER_VERSION }).execute()
}
