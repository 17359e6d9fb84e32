import type { Selectable } from 'kysely'
import type { SourceRecord } from '#core/imports/source-record.ts'
import type { Db, Tables } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { getPaperRow } from '#store/sql/papers/paper-columns.ts'

export const findByDigests = async (db: Db, digests: readonly string[]): Promise<Map<string, string>> => {
  if (digests.length === 0) return new Map()
  const rows = await db
    .selectFrom('source_records')
    .innerJoin('papers', 'papers.seq', 'source_records.paper_seq')
    .select(['source_records.digest', 'papers.id'])
    .where('digest', 'in', paddedKeys(digests))
    .execute()
  return new Map(rows.map(({ digest, id }) => [digest, id]))
}

/** The columns of a record that was taken, whatever it is kept beside. */
type RecordColumns = Omit<Selectable<Tables['source_records']>, 'seq' | 'paper_seq' | 'ingest_session'>

export const sourceRecordFromRow = (row: RecordColumns): SourceRecord => ({
  format: row.format,
  place: row.place,
  position: row.position,
  recordId: row.record_id,
  fetchedAt: row.fetched_at,
  digest: row.digest,
  unmapped: JSON.parse(row.unmapped) as string[],
  record: row.record,
})

export const recordColumns = (source: SourceRecord): RecordColumns => ({
  format: source.format,
  place: source.place,
  position: source.position,
  record_id: source.recordId,
  fetched_at: source.fetchedAt,
  digest: source.digest,
  unmapped: JSON.stringify(source.unmapped),
  record: source.record,
})

export const listSources = async (db: Db, paperId: string): Promise<SourceRecord[]> => {
  const rows = await db
    .selectFrom('source_records')
    .innerJoin('papers', 'papers.seq', 'source_records.paper_seq')
    .selectAll('source_records')
    .where('papers.id', '=', paperId)
    .orderBy('source_records.seq')
    .execute()
  return rows.map(sourceRecordFromRow)
}

export const addSource = async (db: Db, paperId: string, source: SourceRecord): Promise<number> => {
  const { seq: paperSeq } = await getPaperRow(db, paperId)
  const { seq } = await db
    .insertInto('source_records')
    .values({ paper_seq: paperSeq, ...recordColumns(source), ingest_session: source.ingestSession ?? null })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}
