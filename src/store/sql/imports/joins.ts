import type { FilledFields, Join } from '#core/imports/join.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { JoinReader, JoinWriter } from '#ports/store/imports.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { getPaperRow } from '#store/sql/papers/paper-reader.ts'

const joins = (db: Db) =>
  db
    .selectFrom('joins')
    .innerJoin('papers', 'papers.seq', 'joins.paper_seq')
    .innerJoin('source_records as source', 'source.seq', 'joins.source_seq')
    .leftJoin('papers as separate', 'separate.seq', 'joins.separate_seq')
    .select(['joins.seq', 'joins.match', 'joins.joined_at', 'joins.paper', 'joins.filled'])
    .select(['joins.separated_by', 'joins.separated_at', 'separate.id as separate_id', 'papers.id', 'papers.title'])
    .select(['source.format', 'source.place', 'source.position', 'source.record_id'])

type JoinRow = Awaited<ReturnType<ReturnType<typeof joins>['execute']>>[number]

const fromRow = (row: JoinRow): Join => {
  const { separate_id: paperId, separated_by: by, separated_at: at } = row
  return {
    id: row.seq,
    paperId: row.id,
    paperTitle: row.title,
    match: row.match,
    joinedAt: row.joined_at,
    paper: JSON.parse(row.paper) as Paper,
    filled: JSON.parse(row.filled) as FilledFields,
    source: { format: row.format, place: row.place, position: row.position, recordId: row.record_id },
    separated: paperId === null || by === null || at === null ? null : { paperId, by, at },
  }
}

const list = async (db: Db, ...[since, before, limit]: Parameters<JoinReader['list']>): Promise<Join[]> => {
  const rows = await joins(db)
    .where('joins.joined_at', '>=', since)
    .$if(before !== null, (query) => query.where('joins.seq', '<', before ?? 0))
    .orderBy('joins.seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

const find = async (db: Db, id: number): Promise<Join | null> => {
  const row = await joins(db).where('joins.seq', '=', id).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

const add = async (
  db: Db,
  ...[{ paperId, source, match, paper, filled, at }]: Parameters<JoinWriter['add']>
): Promise<void> => {
  const { seq } = await getPaperRow(db, paperId)
  await db
    .insertInto('joins')
    .values({
      paper_seq: seq,
      source_seq: source,
      match,
      joined_at: at,
      paper: JSON.stringify(paper),
      filled: JSON.stringify(filled),
      separate_seq: null,
      separated_by: null,
      separated_at: null,
    })
    .execute()
}

const separate = async (db: Db, ...[id, { paperId, by, at }]: Parameters<JoinWriter['separate']>): Promise<void> => {
  const { seq } = await getPaperRow(db, paperId)
  const { source_seq: source } = await db
    .updateTable('joins')
    .set({ separate_seq: seq, separated_by: by, separated_at: at })
    .where('seq', '=', id)
    .returning('source_seq')
    .executeTakeFirstOrThrow()
  await db.updateTable('source_records').set({ paper_seq: seq }).where('seq', '=', source).execute()
  await db
    .updateTable('proposed_revisions')
    .set({ state: 'left', decided_by: by, decided_at: at })
    .where('source_seq', '=', source)
    .where('state', '=', 'open')
    .execute()
}

const prune = async (db: Db, before: string): Promise<void> => {
  await db.deleteFrom('joins').where('joined_at', '<', before).execute()
}

export const joinReader = (db: Db): JoinReader => ({
  list: (...args) => list(db, ...args),
  find: (id) => find(db, id),
})

export const joinWriter = ({ db }: TransactionContext): JoinWriter => ({
  add: (join) => add(db, join),
  separate: (...args) => separate(db, ...args),
  prune: (before) => prune(db, before),
})
