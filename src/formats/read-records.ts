import { Failure, messageOf } from '#core/failure.ts'
import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import { bibtexReader } from './bibtex/bibtex-reader.ts'
import { contentForm, type ContentForm } from './detect-format.ts'
import type { FormatReader } from '#formats/record/format-reader.ts'
import { jsonReader } from './json/json-reader.ts'
import type { OpenedContent } from './open-content.ts'
import { risReader } from './ris/ris-reader.ts'
import { webOfScienceReader } from './ris/web-of-science-reader.ts'
import { csvReader } from './tables/csv-reader.ts'
import { identifierListReader } from './tables/identifier-list-reader.ts'
import { decoderFor } from './text/decode.ts'
import { xmlReader } from './xml/read-xml.ts'

const readers: Record<Exclude<ContentForm, 'pdf'>, (head: string, given: SourceFormat | null) => FormatReader> = {
  xml: xmlReader,
  papers: jsonReader,
  json: jsonReader,
  bibtex: bibtexReader,
  ris: risReader,
  'web-of-science': webOfScienceReader,
  csv: csvReader,
  identifiers: identifierListReader,
}

/** Bytes that are read at once: small enough that nobody waits long for the thread. */
const PIECE = 16_384

const REPLACEMENT = '\uFFFD'

/** Bytes that are no text were replaced on the way; what they stood for is lost. */
const refuseLostText = (record: ReadRecord): ReadRecord =>
  'source' in record && record.source.includes(REPLACEMENT)
    ? {
        position: record.position,
        reason: 'It holds bytes that are not valid in its encoding: convert the file to UTF-8.',
      }
    : record

/** What a source looks like, by its beginning. Throws `unsupported_media_type`. */
export const formOfSource = ({ head }: OpenedContent, given: SourceFormat | null): ContentForm =>
  contentForm(decoderFor(head).decode(head, { stream: true }), given)

/** Records as they end, with the number of bytes that were read for them. */
export type RecordPiece = { bytes: number; records: ReadRecord[] }

/**
 * The records of a source, in its order, as they come. No more than the one under way is kept. Throws
 * `unsupported_media_type` before the first for a source that cannot be read, and for a PDF, which is no text; what is wrong later is told in its place.
 */
export async function* readRecords(source: OpenedContent, given: SourceFormat | null): AsyncGenerator<RecordPiece> {
  const form = formOfSource(source, given)
  if (form === 'pdf')
    throw new Failure('unsupported_media_type', 'This is a PDF, and records of papers are expected here.')
  const decoder = decoderFor(source.head)
  const reader = readers[form](decoderFor(source.head).decode(source.head, { stream: true }), given)
  try {
    for await (const bytes of source.bytes)
      for (let from = 0; from < bytes.byteLength; from += PIECE) {
        const piece = bytes.subarray(from, from + PIECE)
        const records = reader.push(decoder.decode(piece, { stream: true })).map(refuseLostText)
        yield { bytes: piece.byteLength, records }
      }
  } catch (error) {
    yield { bytes: 0, records: [{ position: 'the end', reason: messageOf(error) }] }
  }
  yield { bytes: 0, records: [...reader.push(decoder.decode()), ...reader.end()].map(refuseLostText) }
}
