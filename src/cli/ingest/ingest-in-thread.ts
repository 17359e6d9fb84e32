import { Worker } from 'node:worker_threads'
import { Failure, type FailureCode } from '#core/failure.ts'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import type { ImportTotals, RecordReport } from '#imports/import-totals.ts'
import { resourceLimits } from './resource-limits.ts'
import { STANDARD_INPUT, type SourceFile } from './source.ts'

/** What the storing thread is told at its start. Without a session papers are accepted at once. */
export type StoringOrder = {
  files: readonly SourceFile[]
  session: string | null
  /** The form to read the files in; null to tell it by their content. */
  from: SourceFormat | null
  isDryRun: boolean
  /** Fetches the records of lists of identifiers from other servers. */
  isResolved: boolean
  /** Keeps the texts of PDFs whatever their licences are. */
  keepsText: boolean
}

export type IngestProgress = { bytes: number; stored: number; refused: number }

/** A record of a file, and what became of it or would. */
export type FileReport = RecordReport & { file: string }

/** What the storing thread says. Of records that are no refusals it only tells when nothing is stored. */
export type StoringMessage =
  | { about: 'record'; report: FileReport }
  | { about: 'progress'; progress: IngestProgress }
  | { about: 'merging' }
  | { about: 'end'; totals: ImportTotals }
  | { about: 'failure'; code: FailureCode; message: string }

/** Those who watch it. */
export type IngestListener = {
  reported(report: FileReport): void
  progressed(progress: IngestProgress): void
  merging(): void
}

/**
 * Stores the papers of files in a thread whose memory is limited, and tells what became of them. When it is interrupted
 * it stores what it has taken and ends.
 */
export const ingestInThread = async (
  order: StoringOrder,
  listener: IngestListener,
  interruption: AbortSignal,
): Promise<ImportTotals> => {
  const isPiped = order.files.some(({ path }) => path === STANDARD_INPUT)
  const url = new URL('./storing-thread.ts', import.meta.url)
  const thread = new Worker(url, { workerData: order, resourceLimits, stdin: isPiped })
  if (thread.stdin !== null) process.stdin.pipe(thread.stdin)
  interruption.addEventListener('abort', () => thread.postMessage('interrupt'))
  const { promise, resolve, reject } = Promise.withResolvers<ImportTotals>()
  thread.on('message', (message: StoringMessage) => {
    if (message.about === 'record') listener.reported(message.report)
    else if (message.about === 'progress') listener.progressed(message.progress)
    else if (message.about === 'merging') listener.merging()
    else if (message.about === 'end') thread.once('exit', () => resolve(message.totals))
    else reject(new Failure(message.code, message.message))
  })
  thread.once('error', reject)
  try {
    return await promise
  } finally {
    if (isPiped) process.stdin.destroy()
  }
}
