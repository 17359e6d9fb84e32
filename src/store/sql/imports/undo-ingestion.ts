import { sql, type Expression } from 'kysely'
import { isInReview } from '#core/review/submission-state.ts'
import type { IngestionWriter } from '#ports/store/imports/ingestion.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { papersOfSession } from './papers-of-session.ts'
import { deleteTexts } from '#store/sql/texts/full-texts.ts'

/** What is kept of a paper, beside the paper itself and proposals, which go with the record that they come from. */
const keptBeside = ['review_steps', 'paper_checks', 'paper_versions', 'paper_files'] as const

/** Rows that a step looks at: those that stay would otherwise be looked at by every step. */
const LOOKED_AT = 200

/** How far the steps before have looked: papers upwards, records downwards. */
const placesOf = (db: Db, id: string) =>
  db.selectFrom('ingest_sessions').select(['undo_paper', 'undo_record']).where('id', '=', id).executeTakeFirstOrThrow()

const keepPlace = async (
  db: Db,
  id: string,
  place: { undo_paper: number } | { undo_record: number },
): Promise<void> => {
  await db.updateTable('ingest_sessions').set(place).where('id', '=', id).execute()
}

/**
 * Papers that are as the session brought them: nobody decided, advised or wrote anything, and no record came to them from
 * elsewhere. They were never public, so that no index, counter or list knows of them.
 */
const untouchedPapers = (db: Db, { id, actor, seqs }: { id: string; actor: string; seqs: readonly number[] }) =>
  db
    .selectFrom('papers')
    .select(['papers.seq', 'papers.id'])
    .where('papers.seq', 'in', paddedKeys(seqs))
    .where('papers.state', '=', 'pending')
    .where((eb) => {
      const none = (rows: Expression<unknown>) => eb.not(eb.exists(rows))
      return eb.and([
        none(eb.selectFrom('pending_decisions as d').select('d.event').whereRef('d.paper_seq', '=', 'papers.seq')),
        none(eb.selectFrom('recommendations as r').select('r.event').whereRef('r.paper_seq', '=', 'papers.seq')),
        none(
          eb
            .selectFrom('paper_versions as v')
            .select('v.version')
            .whereRef('v.paper_seq', '=', 'papers.seq')
            .where('v.actor', '<>', actor),
        ),
        none(
          eb
            .selectFrom('paper_files as f')
            .select('f.number')
            .whereRef('f.paper_seq', '=', 'papers.seq')
            .where('f.added_by', '<>', actor),
        ),
        none(
          eb
            .selectFrom('review_steps as s')
            .select('s.seq')
            .whereRef('s.paper_seq', '=', 'papers.seq')
            .where('s.actor', '<>', actor),
        ),
        none(
          eb
            .selectFrom('source_records as o')
            .select('o.seq')
            .whereRef('o.paper_seq', '=', 'papers.seq')
            .where(sql<boolean>`o.ingest_session is distinct from ${id}`),
        ),
      ])
    })

const deletePapers = async (db: Db, papers: readonly { seq: number; id: string }[]): Promise<void> => {
  if (papers.length === 0) return
  const seqs = paddedKeys(papers.map(({ seq }) => seq))
  const subjects = papers.map(({ id: paperId }) => `paper:${paperId}` as const)
  await db.deleteFrom('proposed_revisions').where('paper_seq', 'in', seqs).execute()
  await db.deleteFrom('source_records').where('paper_seq', 'in', seqs).execute()
  await deleteTexts(db, seqs)
  for (const table of keptBeside) await db.deleteFrom(table).where('paper_seq', 'in', seqs).execute()
  await db.deleteFrom('renderings').where('subject', 'in', paddedKeys(subjects)).execute()
  await db.deleteFrom('papers').where('seq', 'in', seqs).execute()
}

export const removePapers = async (
  db: Db,
  ...[id, actor, limit]: Parameters<IngestionWriter['removePapers']>
): ReturnType<IngestionWriter['removePapers']> => {
  const { undo_paper } = await placesOf(db, id)
  const brought = await papersOfSession(db, { id, after: undo_paper, limit: LOOKED_AT }).execute()
  const last = brought.at(-1)
  if (last === undefined) return { removed: 0, isAll: true }
  const seqs = brought.map(({ paper_seq }) => paper_seq)
  const papers = await untouchedPapers(db, { id, actor, seqs }).orderBy('papers.seq').limit(limit).execute()
  await deletePapers(db, papers)
  const isFull = papers.length === limit
  await keepPlace(db, id, { undo_paper: (isFull ? papers.at(-1)?.seq : null) ?? last.paper_seq })
  return { removed: papers.length, isAll: !isFull && brought.length < LOOKED_AT }
}

export const listTraces = async (
  db: Db,
  ...[id, limit]: Parameters<IngestionWriter['listTraces']>
): ReturnType<IngestionWriter['listTraces']> => {
  const { undo_record } = await placesOf(db, id)
  const rows = await db
    .selectFrom('source_records')
    .innerJoin('papers', 'papers.seq', 'source_records.paper_seq')
    .leftJoin('paper_checks', 'paper_checks.paper_seq', 'papers.seq')
    .select(['source_records.seq', 'papers.id', 'papers.state', 'paper_checks.ingest_session as broughtBy'])
    .where('source_records.ingest_session', '=', id)
    .$if(undo_record !== null, (query) => query.where('source_records.seq', '<', undo_record ?? 0))
    .orderBy('source_records.seq', 'desc')
    .limit(LOOKED_AT)
    .execute()
  const found = rows.filter(({ broughtBy }) => broughtBy !== id)
  const traces = found.slice(0, limit)
  const last = found.length > limit ? traces.at(-1) : rows.at(-1)
  if (last !== undefined) await keepPlace(db, id, { undo_record: last.seq })
  return {
    traces: traces.map(({ seq, id: paperId, state }) => ({ source: seq, paperId, isInReview: isInReview(state) })),
    isAll: found.length <= limit && rows.length < LOOKED_AT,
  }
}

export const removeTrace = async (db: Db, source: number): Promise<void> => {
  await db.deleteFrom('proposed_revisions').where('source_seq', '=', source).where('state', '=', 'open').execute()
  const decided = await db
    .selectFrom('proposed_revisions')
    .select('seq')
    .where('source_seq', '=', source)
    .executeTakeFirst()
  if (decided === undefined) await db.deleteFrom('source_records').where('seq', '=', source).execute()
  // What an editor decided on stays, with the record that it came from.
  else await db.updateTable('source_records').set({ ingest_session: null }).where('seq', '=', source).execute()
}
