import { Failure, messageOf } from '#core/failure.ts'
import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import { contentForm, type ContentForm } from './detect-format.ts'
import type { FormatReader } from '#formats/record/format-reader.ts'
import type { OpenedContent } from './open-content.ts'
import { decoderFor } from './text/decode.ts'

type OpenReader = (head: string, given: SourceFormat | null) => FormatReader

/** A thread is started to read one source: most of what it does would be to load the readers of the other forms. */
const readers: Record<Exclude<ContentForm, 'pdf'>, () => Promise<OpenReader>> = {
  xml: async () => (await import('./xml/read-xml.ts')).xmlReader,
  papers: async () => (await import('./json/json-reader.ts')).jsonReader,
  json: async () => (await import('./json/json-reader.ts')).jsonReader,
  bibtex: async () => (await import('./bibtex/bibtex-reader.ts')).bibtexReader,
  ris: async () => (await import('./ris/ris-reader.ts')).risReader,
  'web-of-science': async () => (await import('./ris/web-of-science-reader.ts')).webOfScienceReader,
  csv: async () => (await import('./tables/csv-reader.ts')).csvReader,
  identifiers: async () => (await import('./tables/identifier-list-reader.ts')).identifierListReader,
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
  const openReader = await readers[form]()
  let count = 0
  const checked = (records: readonly ReadRecord[]): ReadRecord[] => {
    count += records.length
    return records.map(refuseLostText)
  }
  const reader = openReader(decoderFor(source.head).decode(source.head, { stream: true }), given)
  try {
    for await (const bytes of source.bytes)
      for (let from = 0; from < bytes.byteLength; from += PIECE) {
        const piece = bytes.subarray(from, from + PIECE)
        yield { bytes: piece.byteLength, records: checked(reader.push(decoder.decode(piece, { stream: true }))) }
      }
  } catch (error) {
    yield { bytes: 0, records: checked([{ position: 'the end', reason: messageOf(error) }]) }
  }
  const last = checked([...reader.push(decoder.decode()), ...reader.end()])
  yield { bytes: 0, records: count === 0 ? [{ position: 'the whole', reason: 'It holds no works.' }] : last }
}
