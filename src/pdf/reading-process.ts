import { constants, setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import type { ExtractedPdf } from './document.ts'
import { documentMarkdown, readDocument } from './read-document.ts'
import { PdfFault, type PdfFaultCode } from './pdf-bounds.ts'
import { readItems } from './read-items.ts'

/** Reads one PDF from standard input and writes its content to standard output as JSON. */

/** The latest possible year of a paper. */
const latestYear = Number(process.argv[2])

/** The output of the process. */
export type PdfReadingAnswer = { pdf: ExtractedPdf } | { fault: PdfFaultCode }

const read = async (): Promise<PdfReadingAnswer> => {
  const bytes = await buffer(process.stdin)
  try {
    const text = await readItems(new Uint8Array(bytes))
    const { parts, references, proposal } = readDocument(text, latestYear)
    return { pdf: { pages: text.pages.length, info: text.info, proposal, text: documentMarkdown(parts), references } }
  } catch (error) {
    if (error instanceof PdfFault) return { fault: error.code }
    // Any other error of the library is caused by the file.
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return { fault: 'broken' }
  }
}

try {
  // Requests take priority.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Not every system allows this.
}
const answer = await read()
process.stdout.write(JSON.stringify(answer))
