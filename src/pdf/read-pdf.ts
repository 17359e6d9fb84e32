import { PDF_BOUNDS, PdfFault, type PdfFaultCode } from './pdf-bounds.ts'
import type { ExtractedPdf } from './document.ts'
import { ThreadFault, type ThreadFaultCode } from '#threads/messages.ts'
import { runInSandbox, type SandboxBounds } from '#threads/sandbox.ts'
import type { PdfReadingAnswer } from './reading-process.ts'

type PdfOrder = {
  /** The latest possible year of a paper. */
  latestYear: number
  bounds?: Omit<SandboxBounds, 'outputBytes'>
}

/** Enough for a text of five million characters with JSON escapes. */
const MAX_OUTPUT = 40_000_000

const faults: Record<ThreadFaultCode, PdfFaultCode> = {
  too_slow: 'too_slow',
  too_much_memory: 'too_much_memory',
  too_much_output: 'too_long',
  ended: 'broken',
}

/**
 * Reads a PDF in a sandboxed process with limits on time and memory. Throws a `PdfFault` for a file without readable text.
 */
export const readPdf = async (
  bytes: Uint8Array,
  { latestYear, bounds = PDF_BOUNDS }: PdfOrder,
): Promise<ExtractedPdf> => {
  if (bytes.byteLength > PDF_BOUNDS.bytes) throw new PdfFault('too_large')
  try {
    const answer = await runInSandbox<PdfReadingAnswer>({
      entry: new URL('./reading-process.ts', import.meta.url),
      args: [String(latestYear)],
      input: bytes,
      bounds: { ...bounds, outputBytes: MAX_OUTPUT },
    })
    if ('fault' in answer) throw new PdfFault(answer.fault)
    return answer.pdf
  } catch (error) {
    throw error instanceof ThreadFault ? new PdfFault(faults[error.code]) : error
  }
}
