import { Failure, messageOf } from '#core/failure.ts'
import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import { arxivMailReader } from './arxiv-mail-reader.ts'
import type { ColumnsByHeader, TableColumns } from '#core/imports/table-columns.ts'
import { contentForm, formOf, type ContentForm } from './detect-format.ts'
import { htmlReader } from './html/read-html.ts'
import type { FormatReader } from './record.ts'
import { jsonReader } from '#formats/json/json-reader.ts'
import type { OpenedContent } from './open-content.ts'
import { risReader, webOfScienceReader } from './ris-reader.ts'
import { nearestFormats } from './nearest-formats.ts'
import { nbibReader } from './nbib-reader.ts'
import { enwReader } from './enw-reader.ts'
import { csvReader } from './csv-reader.ts'
import { retractionWatchReader } from './retraction-watch-reader.ts'
import { identifierListReader } from './identifier-list-reader.ts'
import { referenceListReader } from './reference-list-reader.ts'
import { htmlLinksReader, markdownLinksReader } from './links/links-reader.ts'
import { decoderFor } from '#formats/text/text.ts'
import { headerPlace, rememberedColumns } from './table-columns.ts'
import { tableOutline, type TableOutline } from './table-outline.ts'
import { xmlReader } from './xml/read-xml.ts'

type OpenReader = (head: string, given: SourceFormat | null, columns: TableColumns | null) => FormatReader

const readers: Record<Exclude<ContentForm, 'pdf' | 'bibtex'>, OpenReader> = {
  'web-page': htmlReader,
  xml: xmlReader,
  papers: jsonReader,
  json: jsonReader,
  'arxiv-mail': arxivMailReader,
  ris: risReader,
  'web-of-science': webOfScienceReader,
  nbib: nbibReader,
  enw: enwReader,
  csv: csvReader,
  'retraction-watch': retractionWatchReader,
  identifiers: identifierListReader,
  'markdown-links': markdownLinksReader,
  'html-links': htmlLinksReader,
}

/** The BibTeX parser is larger than all other readers together, so it is loaded on demand. */
const readerOf = async (form: Exclude<ContentForm, 'pdf'>): Promise<OpenReader> =>
  form === 'bibtex' ? (await import('./bibtex-reader.ts')).bibtexReader : readers[form]

const REPLACEMENT = '\uFFFD'

/** Refuses records with invalid bytes: decoding replaced them, so their text is lost. */
export const refuseLostText = (record: ReadRecord): ReadRecord =>
  'source' in record && record.source.includes(REPLACEMENT)
    ? {
        position: record.position,
        reason: 'It contains bytes that are invalid in its encoding: convert the file to UTF-8.',
      }
    : record

/** The records of a list of references, one on each line, as they are read. */
export async function* readReferences(source: OpenedContent): AsyncGenerator<RecordPiece> {
  const decoder = decoderFor(source.head)
  const reader = referenceListReader()
  for await (const piece of source.bytes)
    yield { bytes: piece.byteLength, records: reader.push(decoder.decode(piece, { stream: true })).map(refuseLostText) }
  yield { bytes: 0, records: [...reader.push(decoder.decode()), ...reader.end()].map(refuseLostText) }
}

/** Why a source has no records, although it could be read in its form. */
const withoutWorks = (head: string, form: ContentForm, given: SourceFormat | null): string => {
  const likely = formOf(head)
  if (given === null || likely === form) return 'It contains no works.'
  const looks = likely === null ? nearestFormats(head) : `It looks like ${likely}: leave out the given format.`
  return `It contains no works. It was read as ${given}. ${looks}`
}

/** The start of a source as text. */
export const startOf = ({ head }: OpenedContent): string => decoderFor(head).decode(head, { stream: true })

/** The form of a source, judged by its start. Throws `unsupported_media_type`. */
export const formOfSource = (
  source: OpenedContent,
  given: SourceFormat | null,
  columns: TableColumns | null = null,
): ContentForm => contentForm(startOf(source), given, columns)

/** The columns that fill the fields of a source that is a table: those given, or those remembered for its header. */
export const columnsOfSource = (
  source: OpenedContent,
  { columns = null, remembered }: { columns?: TableColumns | null; remembered?: ColumnsByHeader },
): TableColumns | null => columns ?? (remembered === undefined ? null : rememberedColumns(startOf(source), remembered))

/** The outline of a source that is a table, or text that may be one; otherwise null. */
export const outlineOfSource = (source: OpenedContent, columns: TableColumns | null): TableOutline | null => {
  const text = startOf(source)
  const form = formOf(text)
  const isGiven = form === 'identifiers' && columns !== null && headerPlace(text, columns) !== null
  return form === null || form === 'csv' || isGiven ? tableOutline(text, columns) : null
}

/** The records that end in a piece of a source, with the number of bytes read. */
export type RecordPiece = { bytes: number; records: ReadRecord[] }

/**
 * The records of a source, in its order, as they are read; only the current one is kept. Throws `unsupported_media_type`
 * before the first for a source that cannot be read, and for a PDF; later errors are reported in place of records.
 */
export async function* readRecords(
  source: OpenedContent,
  given: SourceFormat | null,
  columns: TableColumns | null = null,
): AsyncGenerator<RecordPiece> {
  const form = formOfSource(source, given, columns)
  if (form === 'pdf')
    throw new Failure('unsupported_media_type', 'This is a PDF, but records of papers are expected here.')
  const decoder = decoderFor(source.head)
  const openReader = await readerOf(form)
  let count = 0
  const checked = (records: readonly ReadRecord[]): ReadRecord[] => {
    count += records.length
    return records.map(refuseLostText)
  }
  const head = startOf(source)
  const reader = openReader(head, given, columns)
  try {
    for await (const piece of source.bytes)
      yield { bytes: piece.byteLength, records: checked(reader.push(decoder.decode(piece, { stream: true }))) }
  } catch (error) {
    yield { bytes: 0, records: checked([{ position: 'the end', reason: messageOf(error) }]) }
  }
  const last = checked([...reader.push(decoder.decode()), ...reader.end()])
  yield { bytes: 0, records: count === 0 ? [{ position: 'the whole', reason: withoutWorks(head, form, given) }] : last }
}
