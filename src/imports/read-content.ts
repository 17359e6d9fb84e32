import { Failure } from '#core/failure.ts'
import { openLicence } from '#core/papers/open-licence.ts'
import type { ImportedRecord, ReadRecord, SourceFormat, UnreadRecord } from '#core/imports/imported-record.ts'
import type { ColumnsByHeader, TableColumns } from '#core/imports/table-columns.ts'
import { referred } from '#formats/cited-work.ts'
import { paperFields } from '#formats/record.ts'
import type { ExtractedPdf } from '#pdf/document.ts'
import { createHash } from 'node:crypto'
import type { CheckedRecord } from '#actions/imports.ts'
import type { CheckedNotice } from '#actions/notices.ts'
import type { NumberedPaper } from '#actions/submissions.ts'
import type { Archive, ArchivedFile } from '#formats/open-archive.ts'
import type { OpenedContent } from '#formats/open-content.ts'
import type { TableOutline } from '#formats/table-outline.ts'
import { formOf } from '#formats/detect-format.ts'
import {
  columnsOfSource,
  formOfSource,
  outlineOfSource,
  readRecords,
  readReferences,
  type RecordPiece,
  startOf,
} from '#formats/read-records.ts'
import { PDF_BOUNDS, PdfFault } from '#pdf/pdf-bounds.ts'
import { readPdf } from '#pdf/read-pdf.ts'
import { checkReadRecord, type CheckedIdentifier, type ReadingOrigin } from './check-record.ts'
import { readPaperLines, readSentRecords } from './read-lines.ts'

/** The position of the single record of a PDF. */
export const WHOLE_FILE = 'the whole'

/** Required fields of a paper, and those that may be missing. */
const REQUIRED = ['title', 'authors', 'year'] as const
const WANTED = ['abstract'] as const

type PdfFacts = { sha256: string; keepsText: boolean }

/**
 * The record proposed for a PDF. Its text becomes the full text of the paper if the document names an open licence, or if
 * the importer says that it may be shown (`keepsText`).
 */
export const pdfRecord = (pdf: ExtractedPdf, facts: PdfFacts): ReadRecord => {
  const record = pdfDraft(pdf, facts)
  const missing = REQUIRED.filter((name) => record.fields[name] === undefined)
  if (missing.length === 0) return record
  return {
    position: WHOLE_FILE,
    reason: `The PDF has text, but ${missing.join(', ')} could not be found in it: import the record of the paper, for example its BibTeX.`,
  }
}

/** The same with whatever was found, for a person to complete. */
export const pdfDraft = (
  { pages, info, proposal, text, references }: ExtractedPdf,
  { sha256, keepsText }: PdfFacts,
): ImportedRecord => {
  const { title, authors, year, abstract, doi, arxivId, license, unsure } = proposal
  const found = paperFields({
    title,
    people: authors.map((name) => ({ name })),
    date: year === null ? null : String(year),
    doi,
    arxivId,
    abstract,
    license,
  })
  const isOpen = keepsText || openLicence(license) !== null
  return {
    format: 'pdf',
    position: WHOLE_FILE,
    recordId: doi ?? arxivId,
    fields: isOpen ? { ...found, fullText: text } : found,
    unmapped: [
      ...WANTED.filter((name) => found[name] === undefined).map((name) => `${name} (not found in the PDF)`),
      ...(isOpen ? [] : ['fullText (the PDF names no open licence)']),
    ],
    // Independent of how PDFs are read, so that the same file is recognised when it is imported again.
    source: JSON.stringify({ sha256, pages, ...info }),
    ...(unsure.length === 0 ? {} : { unsure }),
    ...referred(references.map((entry) => ({ text: entry }))),
  }
}

/** A paper in the form of the contract, a paper of a foreign record, an identifier without a paper, or a notice about papers. */
export type StorableRecord = NumberedPaper | CheckedRecord | CheckedIdentifier | CheckedNotice
/** Records that can be stored, or why they cannot, with the number of bytes read for them. */
export type CheckedPiece = { bytes: number; records: readonly (StorableRecord | UnreadRecord)[] }
/** Checked records as they are read. */
export type Pieces = AsyncIterable<CheckedPiece>

/** The given form of a source: `lines` of papers, `records` that a client has read, or a format; null to detect it. */
export type GivenForm = SourceFormat | 'lines' | 'records' | null

type RecordOrder = {
  given: SourceFormat | null
  /** The columns of tables that fill fields. */
  columns?: TableColumns | null | undefined
  now: Date
  /** Whether the text of a PDF may be shown regardless of its licence. */
  keepsText?: boolean | undefined
}

export type ContentOrder = {
  given: GivenForm
  /** The columns of tables that fill fields; those with known names if there are none. */
  columns?: TableColumns | null
  /** Columns of earlier tables, for those with the same header if none are given. */
  remembered?: ColumnsByHeader
  origin: ReadingOrigin
  keepsText?: boolean
  /** The number of the first line in the file that the source is a part of. */
  firstLine?: number
}

/** The bytes of a PDF. Throws a `PdfFault` if there are too many. */
export const readWhole = async ({ bytes }: OpenedContent): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of bytes) {
    length += piece.byteLength
    if (length > PDF_BOUNDS.bytes) throw new PdfFault('too_large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** The single record of a PDF, or what is wrong with the file. */
const readPdfSource = async (source: OpenedContent, { now, keepsText = false }: RecordOrder): Promise<RecordPiece> => {
  let size = 0
  const read = async (): Promise<ReadRecord> => {
    const bytes = await readWhole(source)
    size = bytes.byteLength
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return pdfRecord(await readPdf(bytes, { latestYear: now.getUTCFullYear() + 1 }), { sha256, keepsText })
  }
  try {
    return { records: [await read()], bytes: size }
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error
    return { records: [{ position: WHOLE_FILE, reason: error.message }], bytes: size }
  }
}

/**
 * The unchecked records of a source of any format except our own lines, in its order, as they are read. Throws
 * `unsupported_media_type` before the first record if the source cannot be read.
 */
export async function* readForeignRecords(source: OpenedContent, order: RecordOrder): AsyncGenerator<RecordPiece> {
  const { given, columns = null } = order
  if (formOfSource(source, given, columns) === 'pdf') yield await readPdfSource(source, order)
  else yield* readRecords(source, given, columns)
}

/** Checks records as they are read. */
export async function* checkedPieces(
  pieces: AsyncIterable<RecordPiece>,
  origin: ReadingOrigin,
): AsyncGenerator<CheckedPiece> {
  for await (const { bytes, records } of pieces)
    yield { bytes, records: records.map((record) => checkReadRecord(record, origin)) }
}

/** Whether a source of any form is a PDF. Throws `unsupported_media_type` if it has no known form. */
export const isPdfSource = (source: OpenedContent, { given, ...order }: Omit<ContentOrder, 'origin'>): boolean =>
  source.head.byteLength > 0 &&
  given !== 'records' &&
  given !== 'lines' &&
  formOfSource(source, given, columnsOfSource(source, order)) === 'pdf'

/** An empty source has no format, but is not an error. */
const holdsPaperLines = (source: OpenedContent, given: SourceFormat | null, columns: TableColumns | null): boolean =>
  source.head.byteLength === 0 || formOfSource(source, given, columns) === 'papers'

/**
 * The checked records of a source of any format, in its order, as they are read. Throws `unsupported_media_type` before the
 * first record if the source cannot be read.
 */
export const readContent = (
  source: OpenedContent,
  { given, origin, keepsText, firstLine = 1, ...order }: ContentOrder,
): AsyncGenerator<CheckedPiece> => {
  const { now } = origin
  if (given === 'records') return checkedPieces(readSentRecords(source.bytes), origin)
  const columns = given === 'lines' ? null : columnsOfSource(source, order)
  if (given === 'lines' || holdsPaperLines(source, given, columns))
    return readPaperLines(source.bytes, { now, firstLine })
  return checkedPieces(numberedFrom(firstLine, readForeignRecords(source, { given, columns, now, keepsText })), origin)
}

/** Numbers lines as in the file that a source is a part of. */
async function* numberedFrom(firstLine: number, pieces: AsyncIterable<RecordPiece>): AsyncGenerator<RecordPiece> {
  const inFile = (position: string): string =>
    position.replace(/^line (?<line>\d+)/u, (_, line: string) => `line ${Number(line) + firstLine - 1}`)
  for await (const { bytes, records } of pieces)
    yield {
      bytes,
      records: firstLine === 1 ? records : records.map((one) => ({ ...one, position: inFile(one.position) })),
    }
}

export type DraftOrder = {
  /** Columns of earlier tables, for those with the same header. */
  remembered: ColumnsByHeader
  /** Whether text in no other form is a list of references, one on each line. */
  isPasted: boolean
  /** Reading ends after more records than this. */
  most: number
}

const draftsOf = (source: OpenedContent, { remembered, isPasted }: DraftOrder): AsyncGenerator<RecordPiece> => {
  const columns = columnsOfSource(source, { remembered })
  const form = formOf(startOf(source))
  const isList = isPasted && columns === null && (form === null || form === 'identifiers')
  return isList ? readReferences(source) : readRecords(source, null, columns)
}

/** A person completes a few records; what is larger is imported as a file. */
const MOST_DRAFTED_BYTES = 50_000_000

/** A notice is no draft of a paper. */
const draftable = (record: ReadRecord): ReadRecord =>
  'format' in record && record.format === 'retraction-watch'
    ? { position: record.position, reason: 'A row of Retraction Watch is no paper: import the file instead.' }
    : record

/**
 * The first records of a source or an archive as they were read, unchecked, for a person to complete. Throws
 * `unsupported_media_type` for a source without a known form, and `too_large`.
 */
export const readDrafts = async (source: OpenedContent | Archive, order: DraftOrder): Promise<ReadRecord[]> => {
  const found: ReadRecord[] = []
  let size = 0
  const take = async (content: OpenedContent, file: string | null): Promise<void> => {
    for await (const { bytes, records } of draftsOf(content, order)) {
      size += bytes
      if (size > MOST_DRAFTED_BYTES)
        throw new Failure('too_large', 'It unpacks to more than 50 MB: import it as a file, in parts.')
      for (const record of records)
        found.push(
          file === null ? draftable(record) : { ...draftable(record), position: `${file}, ${record.position}` },
        )
      if (found.length > order.most) return
    }
  }
  if (!('files' in source)) await take(source, null)
  else
    for await (const file of source.files) {
      try {
        if ('reason' in file) throw new Failure('unsupported_media_type', file.reason)
        await take(file.content, file.name)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        found.push({ position: file.name, reason: error.message })
      }
      if (found.length > order.most) break
    }
  return found.slice(0, order.most + 1)
}

/** The start of a table, and the file of an archive that it is in. */
export type NamedOutline = { name: string | null; outline: TableOutline }

/** How many tables of an archive are outlined. */
const MAX_OUTLINES = 10

/** The outlines of a source that is a table, or of those in an archive. */
export const listOutlines = async (
  source: OpenedContent | Archive,
  remembered: ColumnsByHeader,
): Promise<NamedOutline[]> => {
  const outlineOf = (content: OpenedContent, name: string | null): NamedOutline[] => {
    const outline = outlineOfSource(content, columnsOfSource(content, { remembered }))
    return outline === null ? [] : [{ name, outline }]
  }
  if (!('files' in source)) return outlineOf(source, null)
  const found: NamedOutline[] = []
  for await (const file of source.files) {
    if ('content' in file) found.push(...outlineOf(file.content, file.name))
    if (found.length >= MAX_OUTLINES) break
  }
  return found
}

/** Throws `unsupported_media_type` for a file without a known form. */
async function* readArchivedFile(file: ArchivedFile, order: ContentOrder): AsyncGenerator<CheckedPiece> {
  const { name } = file
  if ('reason' in file) throw new Failure('unsupported_media_type', file.reason)
  const origin = { ...order.origin, place: `${order.origin.place}: ${name}` }
  for await (const { bytes, records } of readContent(file.content, { ...order, origin }))
    yield {
      bytes,
      records: records.map((record) =>
        'line' in record ? { ...record, file: name } : { ...record, position: `${name}, ${record.position}` },
      ),
    }
}

/** The checked records of the files in an archive, as they are read. A file that cannot be read is refused. */
export async function* readArchive({ files }: Archive, order: ContentOrder): AsyncGenerator<CheckedPiece> {
  for await (const file of files)
    try {
      yield* readArchivedFile(file, order)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      yield { bytes: 0, records: [{ position: file.name, reason: error.message }] }
    }
}
