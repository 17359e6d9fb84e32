import { createHash } from 'node:crypto'
import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import type { OpenedContent } from '#formats/open-content.ts'
import { formOfSource, readRecords, type RecordPiece } from '#formats/read-records.ts'
import { PDF_BOUNDS } from '#pdf/pdf-bounds.ts'
import { PdfFault } from '#pdf/pdf-fault.ts'
import { readPdf } from '#pdf/read-pdf.ts'
import { pdfRecord, WHOLE_FILE } from './pdf-record.ts'

type SourceOrder = {
  /** The format that it is said to be in; null to tell it by the content. */
  given: SourceFormat | null
  now: Date
  /** Whether the text of a PDF may be shown whatever its licence is. */
  keepsText?: boolean
}

const readWhole = async ({ bytes }: OpenedContent): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of bytes) {
    length += piece.byteLength
    if (length > PDF_BOUNDS.bytes) throw new PdfFault('too_large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** The one record of a PDF; what is wrong with the file is the reason why there is none. */
const readPdfSource = async (source: OpenedContent, { now, keepsText = false }: SourceOrder): Promise<RecordPiece> => {
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
 * The records of a source of any format, in its order, as they come; a PDF is one record. Throws
 * `unsupported_media_type` before the first for a source that cannot be read.
 */
export async function* readSource(source: OpenedContent, order: SourceOrder): AsyncGenerator<RecordPiece> {
  if (formOfSource(source, order.given) === 'pdf') yield await readPdfSource(source, order)
  else yield* readRecords(source, order.given)
}
