import { createHash } from 'node:crypto'
import { Failure } from '#core/failure.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import type { ColumnsByHeader } from '#core/imports/table-columns.ts'
import type { ExtractedPdf } from '#pdf/document.ts'
import { PdfFault } from '#pdf/pdf-bounds.ts'
import { readPdf } from '#pdf/read-pdf.ts'
import { ThreadFault } from '#threads/messages.ts'
import { openSandbox, type MemoryBounds } from '#threads/sandbox.ts'
import type { Thread } from '#threads/thread.ts'
import {
  type CheckedPiece,
  type ContentOrder,
  type DraftOrder,
  type NamedOutline,
  pdfDraft,
  WHOLE_FILE,
} from './read-content.ts'

export type BytesOrder = ContentOrder & { bytes: Uint8Array }

type OutlineOrder = { outlined: Uint8Array; remembered: ColumnsByHeader }

type DraftedOrder = DraftOrder & { drafted: Uint8Array }

/**
 * A request to the process: the bytes of a source, or what was read from a PDF in it; those whose tables are outlined; or those
 * whose records a person completes.
 */
export type ReadingOrder =
  | BytesOrder
  | (ContentOrder & { pdf: ExtractedPdf; sha256: string })
  | OutlineOrder
  | DraftedOrder

/** Its answer in parts: records, or the PDF that the source is; outlines; or unchecked records. */
export type ReadingPart =
  | CheckedPiece
  | { pdf: Uint8Array; sha256: string }
  | { outlines: NamedOutline[] }
  | { drafts: ReadRecord[] }

/**
 * Reads untrusted bytes as `readContent` does, in a process without permissions (`openSandbox`), because a client may send a body
 * that is slow or large to read on purpose. Throws as `readContent` does, `too_large` for a body that needs too much memory or
 * decompresses to too much, and `malformed` for one that takes too long. The first piece is empty and shows that the format is known.
 */
export type ContentReader = {
  read(order: BytesOrder): AsyncGenerator<CheckedPiece>
  /** The starts of the tables in a body; none for other formats. */
  outline(order: OutlineOrder): Promise<NamedOutline[]>
  /**
   * The records of a body as they were read, unchecked, and at most one more than `most`. A PDF has one, with what was found in it.
   */
  draft(order: DraftedOrder & { now: Date }): Promise<ReadRecord[]>
  close(): Promise<void>
}

/** Reading fails when the next piece takes longer; reading a PDF has a limit of its own. */
const TIME_LIMIT_MS = 60_000
/** Long enough to keep the process between the chunks of a session; after that its memory is freed. */
const IDLE_MS = 30_000
/** 10 MB of ordinary records of any format take less than half of this. */
const BOUNDS: MemoryBounds = { heapMegabytes: 160, residentBytes: 320_000_000 }

const readingFailure = (error: unknown): unknown => {
  if (!(error instanceof ThreadFault)) return error
  if (error.code === 'too_slow')
    return new Failure('malformed', 'It takes too long to read: send it in smaller parts.', { cause: error })
  if (error.code !== 'too_much_memory') return error
  return new Failure('too_large', 'It takes too much memory to read: send it in smaller parts.', { cause: error })
}

type ReadingProcess = Thread<ReadingOrder, ReadingPart>

const openProcess = (bounds: MemoryBounds): ReadingProcess =>
  openSandbox<ReadingOrder, ReadingPart>({
    entry: new URL('./reading-process.ts', import.meta.url),
    bounds,
    idleMs: IDLE_MS,
  })

async function* piecesFrom(process: ReadingProcess, { bytes, ...order }: BytesOrder): AsyncGenerator<CheckedPiece> {
  const ask = (asked: ReadingOrder): AsyncGenerator<ReadingPart> => process.parts(asked, { withinMs: TIME_LIMIT_MS })
  let found: Extract<ReadingPart, { pdf: Uint8Array }> | null = null
  for await (const part of ask({ ...order, bytes }))
    if ('pdf' in part) found = part
    else if ('records' in part) yield part
  if (found === null) return
  yield { bytes: 0, records: [] }
  try {
    // A process may not start another one, so that this one starts it.
    const pdf = await readPdf(found.pdf, { latestYear: order.origin.now.getUTCFullYear() + 1 })
    for await (const part of ask({ ...order, pdf, sha256: found.sha256 })) if ('records' in part) yield part
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error
    yield { bytes: found.pdf.byteLength, records: [{ position: WHOLE_FILE, reason: error.message }] }
  }
}

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/** What a PDF seems to be, or what is wrong with it. */
const draftOfPdf = async (bytes: Uint8Array, now: Date): Promise<ReadRecord> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  try {
    return pdfDraft(await readPdf(bytes, { latestYear: now.getUTCFullYear() + 1 }), { sha256, keepsText: false })
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error
    return { position: WHOLE_FILE, reason: error.message }
  }
}

/**
 * Opens a reader. Its two processes start when they are needed: one reads the chunks of sessions, which are many, and the other
 * what people import, so that neither waits for the other.
 */
export const openContentReader = ({ bounds = BOUNDS } = {}): ContentReader => {
  const [chunks, imports] = [openProcess(bounds), openProcess(bounds)]
  return {
    async *read(order) {
      const process = (order.origin.ingestSession ?? null) === null ? imports : chunks
      try {
        yield* piecesFrom(process, order)
      } catch (error) {
        throw readingFailure(error)
      }
    },
    async outline(order) {
      const found: NamedOutline[] = []
      try {
        for await (const part of imports.parts(order, { withinMs: TIME_LIMIT_MS }))
          if ('outlines' in part) found.push(...part.outlines)
      } catch (error) {
        throw readingFailure(error)
      }
      return found
    },
    async draft({ now, ...order }) {
      if (isPdf(order.drafted)) return [await draftOfPdf(order.drafted, now)]
      const found: ReadRecord[] = []
      try {
        for await (const part of imports.parts(order, { withinMs: TIME_LIMIT_MS }))
          if ('drafts' in part) found.push(...part.drafts)
      } catch (error) {
        throw readingFailure(error)
      }
      return found
    },
    close: async () => {
      await Promise.all([chunks.close(), imports.close()])
    },
  }
}
