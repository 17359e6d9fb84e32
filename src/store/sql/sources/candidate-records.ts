import type { Selectable } from 'kysely'
import type { CandidateOrigin } from '#core/sources/paper-candidate.ts'
import type { CandidateReader, CandidateRecord, CandidateWriter } from '#ports/store/sources.ts'
import type { Db, Tables } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { recordColumns, sourceRecordFromRow } from '#store/sql/imports/source-records.ts'

/** Stands for a list that somebody gave: a unique index takes no two rows without a source for one. */
const NO_SOURCE = 0

type RecordRow = Selectable<Tables['candidate_records']>

const valuesOf = ({ sourceId, recordId, source }: CandidateRecord): Omit<RecordRow, 'seq' | 'candidate_seq'> => ({
  ...recordColumns(source),
  source_seq: sourceId ?? NO_SOURCE,
  record_id: recordId,
  ingest_session: source.ingestSession ?? null,
})

export const listRecords = async (db: Db, id: number): Promise<CandidateRecord[]> => {
  const rows = await db
    .selectFrom('candidate_records')
    .selectAll()
    .where('candidate_seq', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({
    sourceId: row.source_seq === NO_SOURCE ? null : row.source_seq,
    recordId: row.record_id,
    source: sourceRecordFromRow(row),
  }))
}

export const findRecord = async (
  db: Db,
  ...[sourceId, recordId]: Parameters<CandidateReader['findRecord']>
): ReturnType<CandidateReader['findRecord']> => {
  const row = await db
    .selectFrom('candidate_records')
    .select(['candidate_seq', 'digest'])
    .where('source_seq', '=', sourceId ?? NO_SOURCE)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return row === undefined ? null : { candidateId: row.candidate_seq, digest: row.digest }
}

export const listOrigins = async (db: Db, ids: readonly number[]): Promise<Map<number, CandidateOrigin[]>> => {
  const origins = new Map<number, CandidateOrigin[]>()
  if (ids.length === 0) return origins
  const rows = await db
    .selectFrom('candidate_records as taken')
    .leftJoin('watched_sources as watched', 'watched.seq', 'taken.source_seq')
    .select(['taken.candidate_seq', 'taken.format', 'taken.place', 'taken.record_id', 'taken.fetched_at'])
    .select(['watched.seq as source', 'watched.name'])
    .where('taken.candidate_seq', 'in', paddedKeys(ids))
    .orderBy('taken.seq')
    .execute()
  for (const row of rows) {
    const { candidate_seq: id, format, place, record_id: recordId, fetched_at: fetchedAt } = row
    const source = row.source === null ? null : { id: row.source, name: row.name ?? '' }
    origins.set(id, [...(origins.get(id) ?? []), { source, format, place, recordId, fetchedAt }])
  }
  return origins
}

export const candidateRecordWriter = (
  db: Db,
): Pick<CandidateWriter, 'addRecord' | 'replaceRecord' | 'shareRecord'> => ({
  addRecord: async (id, record) => {
    await db
      .insertInto('candidate_records')
      .values({ candidate_seq: id, ...valuesOf(record) })
      .execute()
  },
  shareRecord: async (recordId, session) => {
    await db
      .updateTable('candidate_records')
      .set({ ingest_session: null })
      .where('source_seq', '=', NO_SOURCE)
      .where('record_id', '=', recordId)
      .$if(session !== null, (query) => query.where('ingest_session', '<>', session))
      .execute()
  },
  replaceRecord: async (id, record) => {
    const { source_seq, record_id, ...values } = valuesOf(record)
    await db
      .updateTable('candidate_records')
      .set({ candidate_seq: id, ...values })
      .where('source_seq', '=', source_seq)
      .where('record_id', '=', record_id)
      .execute()
  },
})
