import { ANALYZER_VERSION, fold, PHRASE_BREAK, textKey } from '#core/text/tokenize.ts'
import { type Db, nameTables, type Tables, type PaperRow } from '#store/rows.ts'
import { type Selectable, sql } from 'kysely'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { paperSpellings } from '#core/search/spelling.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { indexEntries, indexFacets } from '#store/sql/facets/index-facets.ts'
import { addPassages, addSegment, rankedEntries } from '#store/sql/postings/segments.ts'
import { mergeAll, clearRanking } from '#store/sql/postings/merge-segments.ts'
import { workKeys } from '#core/papers/same-work/work-keys.ts'
import { countFrameworks } from '#store/sql/facets/counters.ts'
import { reconcileConcepts } from '#store/sql/changes.ts'
import { linkConcepts } from '#store/sql/papers/concept-links.ts'

/** Whether another version of the text analysis built the stored keys and the index. */
export const hasOtherAnalyzer = async (db: Db): Promise<boolean> => {
  const row = await db.selectFrom('corpus').select('analyzer_version').executeTakeFirstOrThrow()
  return row.analyzer_version !== ANALYZER_VERSION
}

type ConceptRow = Selectable<Tables['concepts']>

/** The key of an alias by which only the id leads to a concept: no name has such a key. */
const keyOfId = (id: string): string => `${PHRASE_BREAK} ${id}`

/** Makes both ids lead to the older concept; the topics of papers stay as they are. */
const mergeIntoOlder = async (db: Db, older: ConceptRow, newer: ConceptRow): Promise<void> => {
  await db.updateTable('concept_aliases').set({ concept_seq: older.seq }).where('concept_seq', '=', newer.seq).execute()
  await db.deleteFrom('concepts').where('seq', '=', newer.seq).execute()
  const alias = { name_key: keyOfId(newer.id), id: newer.id, concept_seq: older.seq }
  await db.insertInto('concept_aliases').values(alias).execute()
  if (older.definition === null && newer.definition !== null)
    await db.updateTable('concepts').set({ definition: newer.definition }).where('seq', '=', older.seq).execute()
}

const rebuildConceptKeys = async (db: Db): Promise<Set<string>> => {
  const rows = await db.selectFrom('concepts').selectAll().orderBy('seq').execute()
  const byKey = Map.groupBy(rows, ({ name }) => textKey(name))
  const changed: { seq: number; key: string }[] = []
  for (const [key, [older, ...others]] of byKey) {
    if (older === undefined) continue
    for (const newer of others) await mergeIntoOlder(db, older, newer)
    if (older.name_key !== key) changed.push({ seq: older.seq, key })
  }
  const setKey = (seq: number, key: string) =>
    db.updateTable('concepts').set({ name_key: key }).where('seq', '=', seq).execute()
  // In two passes, since one may get the key that another is about to give up.
  for (const { seq } of changed) await setKey(seq, keyOfId(String(seq)))
  for (const { seq, key } of changed) await setKey(seq, key)
  return new Set(byKey.keys())
}

/** Only the keys of former names are stored. One that a concept or another alias now has is dropped. */
const rebuildAliasKeys = async (db: Db, usedKeys: Set<string>): Promise<void> => {
  const aliases = await db.selectFrom('concept_aliases').selectAll().orderBy('name_key').execute()
  for (const { name_key: before, id } of aliases) {
    const folded = before.startsWith(PHRASE_BREAK) ? before : fold(before)
    const isFree = !usedKeys.has(folded)
    usedKeys.add(folded)
    if (isFree && folded === before) continue
    const row = { name_key: isFree ? folded : keyOfId(id ?? '') }
    if (!isFree && id === null) await db.deleteFrom('concept_aliases').where('name_key', '=', before).execute()
    else await db.updateTable('concept_aliases').set(row).where('name_key', '=', before).execute()
  }
}

/**
 * Rebuilds the keys of concepts and unlinks their papers: concepts whose names have become equal are merged, and one
 * that stood for several names is split when papers are linked again.
 */
const rebuildConcepts = async (db: Db): Promise<void> => {
  await db.deleteFrom('paper_concepts').execute()
  await db.deleteFrom('concept_years').execute()
  await rebuildAliasKeys(db, await rebuildConceptKeys(db))
}

const PAPERS_AT_ONCE = 500

const isEmpty = async (db: Db, table: 'facet_tokens' | 'paper_search' | 'ranked_segments'): Promise<boolean> => {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
  return rows.length === 0
}

const acceptedAfterRank = (db: Db, last: number): Promise<PaperRow[]> =>
  db
    .selectFrom('papers')
    .selectAll()
    .where('state', '=', 'accepted')
    .where('rank_key', '>', last)
    .orderBy('rank_key')
    .limit(PAPERS_AT_ONCE)
    .execute()

/** Reindexes the facets of papers whose concepts are linked already. */
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

/** Fills what is empty from the accepted papers: facet tokens, search index or ranking. */
export const rebuildIndex = async (scope: Pick<TransactionContext, 'db' | 'engine'>): Promise<void> => {
  const { db, engine } = scope
  const lacksFacetTokens = await isEmpty(db, 'facet_tokens')
  const lacksEntries = await isEmpty(db, 'paper_search')
  const lacksRanking = await isEmpty(db, 'ranked_segments')
  if (!lacksFacetTokens && !lacksEntries && !lacksRanking) return
  for (
    let rows = await acceptedAfterRank(db, 0);
    rows.length > 0;
    rows = await acceptedAfterRank(db, rows.at(-1)?.rank_key ?? 0)
  ) {
    if (lacksFacetTokens) await reindexFacets(scope, rows)
    if (lacksRanking) await reindexRanking(scope, rows)
    if (lacksEntries) await engine.addToSearch(db, await indexEntries(db, rows))
  }
  if (lacksRanking) await mergeAll(scope)
}

const rowWorkKeys = ({ title, authors }: Pick<PaperRow, 'title' | 'authors'>): [string, string | null] =>
  workKeys({ title, authors: JSON.parse(authors) as string[] })

/** Fills in work keys of papers stored before there were any. */
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

const acceptedAfterSeq = (db: Db, last: number): Promise<PaperRow[]> =>
  db
    .selectFrom('papers')
    .selectAll()
    .where('state', '=', 'accepted')
    .where('seq', '>', last)
    .orderBy('seq')
    .limit(PAPERS_AT_ONCE)
    .execute()

/** Oldest papers first, as when they became public. */
const linkPapers = async (scope: Pick<TransactionContext, 'db' | 'engine'>): Promise<void> => {
  const { db } = scope
  for (
    let rows = await acceptedAfterSeq(db, 0);
    rows.length > 0;
    rows = await acceptedAfterSeq(db, rows.at(-1)?.seq ?? 0)
  ) {
    const papers = rows.map((row) => ({ seq: row.seq, paper: paperFromRow(row) }))
    // Public changes are recorded at the end, for all papers together.
    await linkConcepts({ ...scope, markPublicChange: () => {} }, papers, 1)
    await countFrameworks(db, papers)
  }
}

/**
 * Rebuilds every stored key and empties all indexes of words, for `rebuildIndex` to fill again. The revision rises,
 * since searches may find other papers.
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
  for (const table of ['facet_tokens', 'spellings', ...Object.values(nameTables), 'passages'] as const)
    await db.deleteFrom(table).execute()
  await clearRanking(db)
  await engine.clearSearch(db)
  await db.updateTable('corpus').set({ analyzer_version: ANALYZER_VERSION }).execute()
}
