import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDF_BOUNDS } from './pdf-bounds.ts'
import { PdfFault, type PdfFaultCode } from './pdf-fault.ts'
import type { ExtractedPdf } from '#pdf/document/extracted-pdf.ts'
import type { PdfReadingAnswer } from './reading-process.ts'

type Bounds = { milliseconds: number; residentBytes: number; heapMegabytes: number }
type PdfOrder = {
  /** The latest year that a paper can be from. */
  latestYear: number
  bounds?: Bounds
}

/** How often the memory of the process is looked at. */
const LOOK_MS = 50
/** A text of five million characters, with all that JSON adds. */
const MOST_OUTPUT = 40_000_000
const PAGE_BYTES = 4_096
/** Where a shell would say so: 128 and the number of SIGABRT. */
const HEAP_IS_FULL = 134

const program = fileURLToPath(new URL('./reading-process.ts', import.meta.url))

/** All that the process may read: the program and the library. It may write nothing, start nothing and reach no network. */
const permissions = (): string[] => {
  const readable = [
    fileURLToPath(new URL('../', import.meta.url)),
    fileURLToPath(new URL('../../package.json', import.meta.url)),
    // Where it is looked for, and where it is: the folder may be a link.
    fileURLToPath(new URL('../../node_modules', import.meta.url)),
    dirname(dirname(fileURLToPath(import.meta.resolve('unpdf/pdfjs')))),
  ]
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)]
}

/** Memory that a process keeps; null where the system does not tell. */
const residentBytes = async (pid: number): Promise<number | null> => {
  const text = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => null)
  return text === null ? null : Number(text.split(' ')[1]) * PAGE_BYTES
}

/**
 * Reads a PDF in a process of its own, which is killed when it takes too long or too much. Throws a `PdfFault` for a file
 * without a text that can be read.
 */
export const readPdf = async (
  bytes: Uint8Array,
  { latestYear, bounds = PDF_BOUNDS }: PdfOrder,
): Promise<ExtractedPdf> => {
  const { milliseconds, residentBytes: mostResident, heapMegabytes } = bounds
  if (bytes.byteLength > PDF_BOUNDS.bytes) throw new PdfFault('too_large')
  const child = spawn(
    process.execPath,
    [
      ...permissions(),
      `--max-old-space-size=${heapMegabytes}`,
      '--disallow-code-generation-from-strings',
      '--no-warnings',
      program,
      String(latestYear),
    ],
    // Nothing of ours is told to it.
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  let fault: PdfFaultCode | null = null
  const giveUp = (why: PdfFaultCode): void => {
    fault ??= why
    child.kill('SIGKILL')
  }
  const look = async (): Promise<void> => {
    const resident = await residentBytes(child.pid ?? 0)
    if (resident !== null && resident > mostResident) giveUp('too_much_memory')
  }
  const deadline = setTimeout(() => giveUp('too_slow'), milliseconds)
  const watch = setInterval(() => {
    void look()
  }, LOOK_MS)
  try {
    const output: Buffer[] = []
    let length = 0
    child.stdout.on('data', (piece: Buffer) => {
      length += piece.byteLength
      if (length > MOST_OUTPUT) giveUp('too_long')
      else output.push(piece)
    })
    // A process that ends early leaves its input unread.
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    if (fault !== null) throw new PdfFault(fault)
    // It ends like this when its heap is full, or when the system has no memory left.
    if (signal !== null || code === HEAP_IS_FULL) throw new PdfFault('too_much_memory')
    if (code !== 0) throw new Error(`The process that reads PDFs ended with ${code}.`)
    const answer = JSON.parse(Buffer.concat(output).toString('utf8')) as PdfReadingAnswer
    if ('fault' in answer) throw new PdfFault(answer.fault)
    return answer.pdf
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
    child.kill('SIGKILL')
  }
}
