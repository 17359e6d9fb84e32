import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/engine.ts'
import { sql, type Expression } from 'kysely'
import { isInReview } from '#core/review/submission.ts'
import type { IngestionWriter } from '#ports/store/imports.ts'
import { deleteTexts } from '#store/sql/full-texts.ts'

/** The papers that an ingestion session added, in the order they were stored. */
export const papersOfSession = (db: Db, { id, after, limit }: { id: string; after: number; limit: number }) =>
  db
    .selectFrom('paper_checks')
    .select('paper_seq')
    .where('ingest_session', '=', id)
    .where('paper_seq', '>', after)
    .orderBy('paper_seq')
    .limit(limit)

/** Candidates that nobody decided on and that have no other record. */
const untouchedCandidates = (db: Db, seqs: readonly number[]) =>
  db
    .selectFrom('paper_candidates as candidate')
    .select('candidate.seq')
    .where('candidate.seq', 'in', paddedKeys(seqs))
    .where('candidate.state', '=', 'open')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('candidate_records as record')
            .select('record.seq')
            .whereRef('record.candidate_seq', '=', 'candidate.seq'),
        ),
      ),
    )

/** See `IngestionWriter.removeCandidates`. */
export const removeCandidates = async (db: Db, session: string, limit: number): Promise<number> => {
  const records = await db
    .selectFrom('candidate_records as record')
    .innerJoin('paper_candidates as candidate', 'candidate.seq', 'record.candidate_seq')
    .select(['record.seq', 'candidate.seq as candidate', 'candidate.state'])
    .where('record.ingest_session', '=', session)
    .orderBy('record.seq')
    .limit(limit)
    .execute()
  // A decided candidate keeps the record that led to the decision.
  const [open, decided] = [
    records.filter(({ state }) => state === 'open'),
    records.filter(({ state }) => state !== 'open'),
  ]
  if (decided.length > 0)
    await db
      .updateTable('candidate_records')
      .set({ ingest_session: null })
      .where('seq', 'in', paddedKeys(decided.map(({ seq }) => seq)))
      .execute()
  if (open.length === 0) return records.length
  await db
    .deleteFrom('candidate_records')
    .where('seq', 'in', paddedKeys(open.map(({ seq }) => seq)))
    .execute()
  const untouched = await untouchedCandidates(
    db,
    open.map(({ candidate }) => candidate),
  ).execute()
  if (untouched.length > 0)
    await db
      .deleteFrom('paper_candidates')
      .where('seq', 'in', paddedKeys(untouched.map(({ seq }) => seq)))
      .execute()
  return records.length
}

/** Tables to delete a paper from, apart from `papers` and proposals, which go with their records. */
const dependentTables = [
  'review_steps',
  'paper_checks',
  'paper_versions',
  'paper_provenance',
  'paper_files',
  'upstream_checks',
] as const

/** Rows examined per step; progress is saved so that no step examines again those that stay. */
const EXAMINED_PER_STEP = 200

/** How far earlier steps have come: papers upwards, records downwards. */
const findProgress = (db: Db, id: string) =>
  db.selectFrom('ingest_sessions').select(['undo_paper', 'undo_record']).where('id', '=', id).executeTakeFirstOrThrow()

const saveProgress = async (
  db: Db,
  id: string,
  place: { undo_paper: number } | { undo_record: number },
): Promise<void> => {
  await db.updateTable('ingest_sessions').set(place).where('id', '=', id).execute()
}

/**
 * Papers still as the session added them: nobody decided, advised or wrote anything, and no record came from elsewhere.
 * They were never public, so no index, counter or list contains them.
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
  await db
    .deleteFrom('joins')
    .where((eb) => eb.or([eb('paper_seq', 'in', seqs), eb('separate_seq', 'in', seqs)]))
    .execute()
  await db.deleteFrom('proposed_revisions').where('paper_seq', 'in', seqs).execute()
  await db.deleteFrom('source_records').where('paper_seq', 'in', seqs).execute()
  await deleteTexts(
    db,
    papers.map(({ seq }) => seq),
  )
  for (const table of dependentTables) await db.deleteFrom(table).where('paper_seq', 'in', seqs).execute()
  await db.deleteFrom('renderings').where('subject', 'in', paddedKeys(subjects)).execute()
  await db.deleteFrom('papers').where('seq', 'in', seqs).execute()
}

export const removePapers = async (
  db: Db,
  ...[id, actor, limit]: Parameters<IngestionWriter['removePapers']>
): ReturnType<IngestionWriter['removePapers']> => {
  const { undo_paper } = await findProgress(db, id)
  const added = await papersOfSession(db, { id, after: undo_paper, limit: EXAMINED_PER_STEP }).execute()
  const last = added.at(-1)
  if (last === undefined) return { removed: 0, isAll: true }
  const seqs = added.map(({ paper_seq }) => paper_seq)
  const papers = await untouchedPapers(db, { id, actor, seqs }).orderBy('papers.seq').limit(limit).execute()
  await deletePapers(db, papers)
  const isFull = papers.length === limit
  await saveProgress(db, id, { undo_paper: (isFull ? papers.at(-1)?.seq : null) ?? last.paper_seq })
  return { removed: papers.length, isAll: !isFull && added.length < EXAMINED_PER_STEP }
}

export const listEnrichments = async (
  db: Db,
  ...[id, limit]: Parameters<IngestionWriter['listEnrichments']>
): ReturnType<IngestionWriter['listEnrichments']> => {
  const { undo_record } = await findProgress(db, id)
  const rows = await db
    .selectFrom('source_records')
    .innerJoin('papers', 'papers.seq', 'source_records.paper_seq')
    .leftJoin('paper_checks', 'paper_checks.paper_seq', 'papers.seq')
    .select(['source_records.seq', 'papers.id', 'papers.state', 'paper_checks.ingest_session as broughtBy'])
    .where('source_records.ingest_session', '=', id)
    .$if(undo_record !== null, (query) => query.where('source_records.seq', '<', undo_record ?? 0))
    .orderBy('source_records.seq', 'desc')
    .limit(EXAMINED_PER_STEP)
    .execute()
  const found = rows.filter(({ broughtBy }) => broughtBy !== id)
  const enrichments = found.slice(0, limit)
  const last = found.length > limit ? enrichments.at(-1) : rows.at(-1)
  if (last !== undefined) await saveProgress(db, id, { undo_record: last.seq })
  return {
    enrichments: enrichments.map(({ seq, id: paperId, state }) => ({
      source: seq,
      paperId,
      isInReview: isInReview(state),
    })),
    isAll: found.length <= limit && rows.length < EXAMINED_PER_STEP,
  }
}

export const removeEnrichment = async (db: Db, source: number): Promise<void> => {
  await db.deleteFrom('joins').where('source_seq', '=', source).execute()
  await db.deleteFrom('proposed_revisions').where('source_seq', '=', source).where('state', '=', 'open').execute()
  const decided = await db
    .selectFrom('proposed_revisions')
    .select('seq')
    .where('source_seq', '=', source)
    .executeTakeFirst()
  if (decided === undefined) await db.deleteFrom('source_records').where('seq', '=', source).execute()
  // A proposal that an editor decided on stays, with its record.
  else await db.updateTable('source_records').set({ ingest_session: null }).where('seq', '=', source).execute()
}
