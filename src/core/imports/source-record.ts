import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ImportedRecord, SourceFormat } from './imported-record.ts'

/** A record that a paper came from or was enriched by. */
export type SourceRecord = {
  format: SourceFormat
  /** The file or address it came from. */
  place: string
  position: string
  recordId: string | null
  fetchedAt: string
  /**
   * SHA-256 of format and record, hex: the same record that comes again is no news. Of a source that must not learn what
   * others brought in, its name comes first.
   */
  digest: string
  unmapped: string[]
  /** The record itself, compressed (RFC 1951). */
  record: Buffer
  /** The ingestion session that brought it, where one did. */
  ingestSession?: string | null
}

/** How a record is kept. */
export const sourceRecord = (
  { format, position, recordId, unmapped, source }: ImportedRecord,
  {
    place,
    fetchedAt,
    onlyOf = null,
    ingestSession = null,
  }: Pick<SourceRecord, 'place' | 'fetchedAt' | 'ingestSession'> & { onlyOf?: string | null },
): SourceRecord => ({
  format,
  place,
  position,
  recordId,
  fetchedAt,
  digest: createHash('sha256')
    .update(`${onlyOf === null ? '' : `${onlyOf}\n`}${format}\n${source}`)
    .digest('hex'),
  unmapped,
  record: deflateRawSync(source),
  ingestSession,
})

/** The record as it came. */
export const recordText = ({ record }: Pick<SourceRecord, 'record'>): string => inflateRawSync(record).toString('utf8')
