import { createHash } from 'node:crypto'
import { Failure } from '#core/failure.ts'
import { openFileOrArchive } from '#formats/open-archive.ts'
import type { OpenedContent } from '#formats/open-content.ts'
import { PdfFault } from '#pdf/pdf-bounds.ts'
import { answerInParts } from '#threads/answer.ts'
import { checkReadRecord } from './check-record.ts'
import type { ReadingOrder, ReadingPart } from './content-reader.ts'
import {
  isPdfSource,
  listOutlines,
  pdfRecord,
  readArchive,
  readContent,
  readDrafts,
  readWhole,
  WHOLE_FILE,
  type Pieces,
} from './read-content.ts'

/** The largest decompressed body. */
const MAX_BYTES = 200_000_000
/** A body is read in pieces, like a file, so that only the records of a piece are in memory. */
const PIECE_BYTES = 65_536
/** Some formats give all their records at the end; copying them to the server at once would block it. */
const RECORDS_IN_PART = 200

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES)
    yield Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(PIECE_BYTES, bytes.byteLength - from))
}

async function* inParts(pieces: Pieces): AsyncGenerator<ReadingPart> {
  // Errors after this are not about the format of the body.
  yield { bytes: 0, records: [] }
  let unpacked = 0
  for await (const { bytes: size, records } of pieces) {
    unpacked += size
    if (unpacked > MAX_BYTES) throw new Failure('too_large', `It decompresses to more than ${MAX_BYTES} bytes.`)
    for (let from = 0; from < records.length; from += RECORDS_IN_PART)
      yield { bytes: from === 0 ? size : 0, records: records.slice(from, from + RECORDS_IN_PART) }
  }
}

const readPdfBytes = async (source: OpenedContent): Promise<ReadingPart> => {
  try {
    const pdf = await readWhole(source)
    return { pdf, sha256: createHash('sha256').update(pdf).digest('hex') }
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error
    return { bytes: 0, records: [{ position: WHOLE_FILE, reason: error.message }] }
  }
}

/** Reads and checks one source after another. Another process reads PDFs; their records are made here. */
await answerInParts(async function* (order: ReadingOrder): AsyncGenerator<ReadingPart> {
  if ('pdf' in order) {
    const { pdf, sha256, keepsText = false, origin } = order
    yield { bytes: 0, records: [checkReadRecord(pdfRecord(pdf, { sha256, keepsText }), origin)] }
    return
  }
  if ('outlined' in order) {
    yield { outlines: await listOutlines(await openFileOrArchive(inPieces(order.outlined)), order.remembered) }
    return
  }
  if ('drafted' in order) {
    const { drafted, ...draft } = order
    yield { drafts: await readDrafts(await openFileOrArchive(inPieces(drafted)), draft) }
    return
  }
  const { bytes, ...content } = order
  const source = await openFileOrArchive(inPieces(bytes))
  if ('files' in source) yield* inParts(readArchive(source, content))
  else if (isPdfSource(source, content)) yield await readPdfBytes(source)
  else yield* inParts(readContent(source, content))
})
