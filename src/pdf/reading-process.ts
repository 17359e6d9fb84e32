import { constants, setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import type { ExtractedPdf } from '#pdf/document/extracted-pdf.ts'
import { documentMarkdown } from './document-markdown.ts'
import { PdfFault, type PdfFaultCode } from './pdf-fault.ts'
import { readDocument } from './read-document.ts'
import { readItems } from './read-items.ts'

/** Reads one PDF from standard input and writes what is in it to standard output, as one JSON text. */

/** The latest year that a paper can be from. */
const latestYear = Number(process.argv[2])

/** What the process says at its end. */
export type PdfReadingAnswer = { pdf: ExtractedPdf } | { fault: PdfFaultCode }

const read = async (): Promise<PdfReadingAnswer> => {
  const bytes = await buffer(process.stdin)
  try {
    const text = await readItems(new Uint8Array(bytes))
    const { parts, references, proposal } = readDocument(text, latestYear)
    return { pdf: { pages: text.pages.length, info: text.info, proposal, text: documentMarkdown(parts), references } }
  } catch (error) {
    if (error instanceof PdfFault) return { fault: error.code }
    // Whatever else the library throws is about the file.
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return { fault: 'broken' }
  }
}

try {
  // Whoever is served comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Not every system lets a process do that.
}
const answer = await read()
process.stdout.write(JSON.stringify(answer))
