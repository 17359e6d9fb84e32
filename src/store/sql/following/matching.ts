import type { FollowingState, ChangedThing } from '#core/following/follow.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { paddedKeys, type TransactionContext, insertRows } from '#store/sql/engine/engine.ts'
import type { PaperFacts } from '#core/following/search-index.ts'
import { paperFromRow, unmarkedPaper } from '#store/sql/engine/paper-from-row.ts'
import { lastChanges } from '#store/sql/feeds.ts'
import type { ChangeEvent } from '#core/public-change.ts'
import type { ChangeBatch, MatchWriter } from '#ports/store/following.ts'
import { sql } from 'kysely'

export const readState = async (db: Db): Promise<FollowingState | null> => {
  const row = await db.selectFrom('following_state').selectAll().executeTakeFirst()
  if (row === undefined) return null
  const { matched_until, last_match, version, paused } = row
  return { matchedUntil: matched_until, lastMatch: last_match, version, isPaused: paused === 1 }
}

/** Pauses the digests of a restored corpus: they may have been sent since the backup. */
export const pauseDigests = async (db: Db): Promise<void> => {
  await db.updateTable('following_state').set({ paused: 1 }).execute()
}

const IDS_AT_ONCE = 100

/** Concept numbers by id; the id of a merged concept gives the one it was merged into. */
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

/** Papers with what filters need apart from their own fields, in the order of the rows. */
const paperFacts = async (db: Db, rows: readonly PaperRow[]): Promise<PaperFacts[]> => {
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
    paper: unmarkedPaper(paperFromRow(row)),
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

type Changed = { id: string; at: string }

/** The first change that published each of these. */
const addedBy = async (db: Db, kind: ChangedThing['kind'], ids: readonly string[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('public_changes')
    .select('id')
    .select((eb) => eb.fn.min('seq').as('added'))
    .where('kind', '=', kind)
    .where('event', '=', 'added')
    .where('id', 'in', paddedKeys(ids))
    .groupBy('id')
    .execute()
  return new Map(rows.map(({ id, added }) => [id, added]))
}

const changedPapers = async (db: Db, changed: readonly Changed[]): Promise<ChangedThing[]> => {
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where('id', 'in', paddedKeys(ids))
    .where('state', '=', 'accepted')
    .execute()
  const facts = new Map((await paperFacts(db, rows)).map((found) => [found.paper.id, found]))
  const added = await addedBy(db, 'paper', ids)
  return changed.map(({ id, at }) => ({
    kind: 'paper',
    id,
    at,
    added: added.get(id) ?? 0,
    facts: facts.get(id) ?? null,
  }))
}

const changedGaps = async (db: Db, changed: readonly Changed[]): Promise<ChangedThing[]> => {
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  const rows = await db.selectFrom('gaps').select(['id', 'severity']).where('id', 'in', paddedKeys(ids)).execute()
  const severities = new Map(rows.map(({ id, severity }) => [id, severity]))
  const added = await addedBy(db, 'gap', ids)
  return changed.map(({ id, at }) => ({
    kind: 'gap',
    id,
    at,
    added: added.get(id) ?? 0,
    severity: severities.get(id) ?? null,
  }))
}

/** Changes after a number, each thing once, by its last change in the batch and in its current form. */
const readChanges = async (db: Db, after: number, limit: number): Promise<ChangeBatch> => {
  const rows = await db
    .selectFrom('public_changes')
    .select(['seq', 'kind', 'id', 'event', 'at'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const lastOf = (kind: ChangedThing['kind']): Changed[] => [
    ...new Map(rows.filter((row) => row.kind === kind).map(({ id, at }) => [id, { id, at }])).values(),
  ]
  const lastConceptThat = (wanted: ChangeEvent): number =>
    rows.findLast(({ kind, event }) => kind === 'concept' && event === wanted)?.seq ?? 0
  return {
    things: [...(await changedPapers(db, lastOf('paper'))), ...(await changedGaps(db, lastOf('gap')))],
    until: rows.at(-1)?.seq ?? after,
    lastMerged: lastConceptThat('merged'),
    lastConcept: lastConceptThat('added'),
    more: rows.length === limit,
  }
}

export const matchWriter = (scope: TransactionContext): MatchWriter => {
  const { db } = scope
  return {
    changesAfter: (seq, limit) => readChanges(db, seq, limit),
    listMatches: ({ kind, id }) =>
      db
        .selectFrom('follow_matches')
        .select(['search_seq as search', 'seq'])
        .where('kind', '=', kind)
        .where('thing_id', '=', id)
        .execute(),
    addMatches: ({ kind, id, added, at }, searches, after) =>
      insertRows(
        scope,
        'follow_matches',
        searches.map((search, index) => ({
          seq: after + index + 1,
          search_seq: search,
          kind,
          thing_id: id,
          added,
          at,
        })),
      ),
    removeMatches: async ({ kind, id }, matches) => {
      for (const { search, seq } of matches) {
        await sql`
          insert into sent_matches (subscriber_id, search_seq, kind, thing_id)
          select subscriber_id, search_seq, ${kind}, ${id} from follows
          where search_seq = ${search} and sent_until >= ${seq}
          on conflict do nothing`.execute(db)
        await db.deleteFrom('follow_matches').where('seq', '=', seq).execute()
      }
    },
    advance: async ({ matchedUntil, lastMatch }) => {
      await db.updateTable('following_state').set({ matched_until: matchedUntil, last_match: lastMatch }).execute()
    },
  }
}
