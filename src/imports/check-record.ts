import type { CheckedRecord } from '#actions/imports.ts'
import {
  type ImportedRecord,
  type ReadRecord,
  type UnreadRecord,
  sourceRecord,
  type SourceRecord,
} from '#core/imports/imported-record.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import { identifierKey, listedIdentifier } from '#core/sources/candidate.ts'
import { textError } from '#core/text/normalize-text.ts'
import { pastedIdentifier } from '#formats/text/identifiers.ts'
import { parseImportedPaper } from '#schemas/paper-schema.ts'

/** Where, when and for whom records were read. */
export type ReadingOrigin = {
  /** The file or address that they come from. */
  place: string
  now: Date
  /** An actor whose imports may match only public papers and their own; null for one who may match all. */
  onlyOf: string | null
  /** The ingestion session that they belong to, so that they can be undone. */
  ingestSession?: string | null
}

/** An entry of a list of DOIs and arXiv ids, which is not a paper yet. */
export type CheckedIdentifier = { position: string; key: string; identifiers: Identifiers; source: SourceRecord }

/** Names in foreign records are kept only if they pass the checks of any submitted text. */
const isLine = (text: string): boolean => textError(text, 'line') === null

/** Checks a record by the rules of a submission. A refusal has its reason. */
export const checkRecord = (
  record: ReadRecord,
  { place, now, onlyOf, ingestSession }: ReadingOrigin,
): CheckedRecord | UnreadRecord => {
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
  return { position, paper: parsed.paper, source }
}

/** No registry has longer identifiers. */
const LONGEST_IDENTIFIER = 300

const isIdentifier = (text: string): boolean =>
  text.length <= LONGEST_IDENTIFIER && isLine(text) && Object.values(pastedIdentifier(text) ?? {}).includes(text)

/** Checks an identifier that was read here or by a client. */
const checkIdentifier = (
  record: ImportedRecord,
  { place, now, onlyOf, ingestSession = null }: ReadingOrigin,
): CheckedIdentifier | UnreadRecord => {
  const { position, identifiers } = listedIdentifier(record)
  const { doi, arxivId } = identifiers
  if (!isIdentifier(arxivId ?? doi ?? ''))
    return { position, reason: 'An entry of a list of identifiers must be one DOI or one arXiv id.' }
  const key = identifierKey(identifiers)
  const kept = { ...record, recordId: key, unmapped: [] }
  const source = sourceRecord(kept, { place, fetchedAt: now.toISOString(), onlyOf, ingestSession })
  return { position, key, identifiers, source }
}

/** Checks a record of any format, including lists of identifiers. */
export const checkReadRecord = (
  record: ReadRecord,
  origin: ReadingOrigin,
): CheckedRecord | CheckedIdentifier | UnreadRecord =>
  'format' in record && record.format === 'identifiers' ? checkIdentifier(record, origin) : checkRecord(record, origin)
