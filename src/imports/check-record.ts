import type { CheckedRecord } from '#actions/imports/import-records.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { sourceRecord } from '#core/imports/source-record.ts'
import { textError } from '#core/text/normalize-text.ts'
import { parseImportedPaper } from '#schemas/imported-paper.ts'
import { checkIdentifier, type CheckedIdentifier } from './check-identifier.ts'
import type { RefusedRecord } from './importer.ts'

/** Where and when records were read, and for whom. */
export type ReadingOrigin = {
  /** The file or address that they come from. */
  place: string
  now: Date
  /** Whose imports know, of what is not public, only what they brought in; null for those who may know all. */
  onlyOf: string | null
  /** The ingestion session that they belong to, so that they can be taken back. */
  ingestSession?: string | null
  /** Whether what is read waits for review: the checks of its texts are made where it is read. */
  isReviewed?: boolean
}

/** What can be taken: a paper without an id of its own, or an identifier alone. */
export type FitRecord = CheckedRecord | CheckedIdentifier

/** Names that foreign records give things: kept where they are text that we take from anybody. */
const isLine = (text: string): boolean => textError(text, 'line') === null

/** A record as it was read, checked by the rules of a submission; a refusal has its reason. */
export const checkRecord = (
  record: ReadRecord,
  { place, now, onlyOf, ingestSession }: ReadingOrigin,
): CheckedRecord | RefusedRecord => {
  if ('reason' in record) return record
  const { position } = record
  const parsed = parseImportedPaper(record.fields, now)
  if (!parsed.ok) return { position, reason: parsed.reason }
  const unmapped = [...record.unmapped, ...parsed.dropped].filter(isLine)
  const recordId = record.recordId !== null && isLine(record.recordId) ? record.recordId : null
  const source = sourceRecord(
    { ...record, recordId, unmapped },
    { place, fetchedAt: now.toISOString(), onlyOf, ingestSession },
  )
  return { position, paper: parsed.paper, source, isNumbered: false, assessment: null }
}

/** The same for records of all forms: those of a list of identifiers are no papers yet. */
export const checkReadRecord = (record: ReadRecord, origin: ReadingOrigin): FitRecord | RefusedRecord => {
  if (!('format' in record) || record.format !== 'identifiers') return checkRecord(record, origin)
  const { place, now, onlyOf, ingestSession = null } = origin
  return checkIdentifier(record, { place, fetchedAt: now.toISOString(), onlyOf, ingestSession })
}
