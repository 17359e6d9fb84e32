import { findIdentifier, type IdentifierReader, type KnownIdentifier } from '#actions/sources/find-identifier.ts'
import type { ImportedRecord } from '#core/imports/imported-record.ts'
import { sourceRecord, type SourceRecord } from '#core/imports/source-record.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import { identifierKey, listedIdentifier } from '#core/sources/listed-identifier.ts'
import { textError } from '#core/text/normalize-text.ts'
import { pastedIdentifier } from '#formats/text/identifiers.ts'
import type { RecordReport } from './import-totals.ts'
import type { RefusedRecord } from './importer.ts'

/** An entry of a list of DOIs and arXiv ids: no paper yet. */
export type CheckedIdentifier = { position: string; key: string; identifiers: Identifiers; source: SourceRecord }

/** Longer ones are of no registry. */
const LONGEST = 300

const isIdentifier = (text: string): boolean =>
  text.length <= LONGEST &&
  textError(text, 'line') === null &&
  Object.values(pastedIdentifier(text) ?? {}).includes(text)

/** An identifier as it was read, or as a client says that it read it. */
export const checkIdentifier = (
  record: ImportedRecord,
  {
    place,
    fetchedAt,
    onlyOf,
    ingestSession,
  }: { place: string; fetchedAt: string; onlyOf: string | null; ingestSession: string | null },
): CheckedIdentifier | RefusedRecord => {
  const { position, identifiers } = listedIdentifier(record)
  const { doi, arxivId } = identifiers
  if (!isIdentifier(arxivId ?? doi ?? ''))
    return { position, reason: 'An entry of a list of identifiers is one DOI or one arXiv id.' }
  const key = identifierKey(identifiers)
  const kept = { ...record, recordId: key, unmapped: [] }
  return { position, key, identifiers, source: sourceRecord(kept, { place, fetchedAt, onlyOf, ingestSession }) }
}

/**
 * What becomes of an identifier, by what there was of it. Whoever may not know what others brought in is told the same of
 * what waits as of what is new.
 */
export const reportIdentifier = (
  { position, key, identifiers }: CheckedIdentifier,
  known: KnownIdentifier,
  onlyOf: string | null,
): RecordReport => {
  if (known === 'new' || (known === 'known' && onlyOf !== null)) return { position, outcome: 'candidate', title: key }
  const match = identifiers.arxivId === null ? 'doi' : 'arxiv'
  const id = known === 'known' ? '' : known.paperId
  return { position, outcome: 'unchanged', id, match, fields: [], unmapped: [], title: key }
}

/** What would become of identifiers, compared with what is stored. */
export const previewIdentifiers = async (
  reader: IdentifierReader,
  listed: readonly CheckedIdentifier[],
  onlyOf: string | null,
): Promise<RecordReport[]> => {
  const reports: RecordReport[] = []
  for (const entry of listed) reports.push(reportIdentifier(entry, await findIdentifier(reader, entry, onlyOf), onlyOf))
  return reports
}
