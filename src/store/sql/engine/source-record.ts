import type { Selectable } from 'kysely'
import type { SourceRecord } from '#core/imports/imported-record.ts'
import type { Tables } from '#store/rows.ts'

/** The columns that records of papers and of candidates have in common. */
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
