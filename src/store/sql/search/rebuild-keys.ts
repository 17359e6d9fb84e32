import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { workKeys } from '#core/papers/same-work/work-keys.ts'
import { ANALYZER_VERSION, textKey } from '#core/text/tokenize.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { countFrameworks } from '#store/sql/facets/counters.ts'
import { reconcileConcepts } from '#store/sql/changes/reconcile-concepts.ts'
import { linkConcepts } from '#store/sql/papers/concept-links.ts'
import { clearRanking } from '#store/sql/postings/merge-segments.ts'
import { rebuildConcepts } from './rebuild-concepts.ts'

const PAPERS_AT_ONCE = 500

const rowWorkKeys = ({ title, authors }: Pick<PaperRow, 'title' | 'authors'>): [string, string | null] =>
  workKeys({ title, authors: JSON.parse(authors) as string[] })

/** Makes the keys of works for papers that were stored before there were any. */
export const fillWorkKeys = async (db: Db): Promise<void> => {
  const nextPage = () =>
    db
      .selectFrom('papers')
      .select(['seq', 'title', 'authors'])
      .where('work_key', 'is', null)
      .limit(PAPERS_AT_ONCE)
      .execute()
  for (let rows = await nextPage(); rows.length > 0; rows = await nextPage())
    for (const row of rows) {
      const [workKey, subtitleKey] = rowWorkKeys(row)
      const keys = { work_key: workKey, subtitle_key: subtitleKey }
      await db.updateTable('papers').set(keys).where('seq', '=', row.seq).execute()
    }
}

const rebuildTitleKeys = async (db: Db): Promise<boolean> => {
  const pageAfter = (last: number) =>
    db
      .selectFrom('papers')
      .select(['seq', 'title', 'title_key', 'authors', 'work_key', 'subtitle_key'])
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(PAPERS_AT_ONCE)
      .execute()
  const first = await pageAfter(0)
  for (let rows = first; rows.length > 0; rows = await pageAfter(rows.at(-1)?.seq ?? 0))
    for (const row of rows) {
      const key = textKey(row.title)
      const [workKey, subtitleKey] = rowWorkKeys(row)
      const { seq, title_key: before } = row
      if (key !== before || workKey !== row.work_key || subtitleKey !== row.subtitle_key)
        await db
          .updateTable('papers')
          .set({ title_key: key, work_key: workKey, subtitle_key: subtitleKey })
          .where('seq', '=', seq)
          .execute()
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
    // What it comes to for the public is recorded in the end, for all of them.
    await linkConcepts({ ...scope, markPublicChange: () => {} }, papers, 1)
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
  await reconcileConcepts(scope)
  for (const table of ['facet_tokens', 'spellings', 'institutions', 'passages'] as const)
    await db.deleteFrom(table).execute()
  await clearRanking(db)
  await engine.clearSearch(db)
  await db.updateTable('corpus').set({ analyzer: ANALYZER_VERSION }).execute()
}
