import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

/** Candidates that nobody decided on and to which no other record came. */
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

/** As `IngestionWriter.removeCandidates` says. */
export const removeCandidates = async (db: Db, session: string, limit: number): Promise<number> => {
  const records = await db
    .selectFrom('candidate_records as record')
    .innerJoin('paper_candidates as candidate', 'candidate.seq', 'record.candidate_seq')
    .select(['record.seq', 'candidate.seq as candidate', 'candidate.state'])
    .where('record.ingest_session', '=', session)
    .orderBy('record.seq')
    .limit(limit)
    .execute()
  // What was decided on keeps the record that it was decided by.
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
