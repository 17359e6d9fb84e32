import { Worker } from 'node:worker_threads'
import type { RefusedLine } from '#actions/submissions/ingest-papers.ts'
import { Failure, type FailureCode } from '#core/failure.ts'
import type { IngestTotals } from './ingest-lines.ts'
import { resourceLimits } from './resource-limits.ts'
import { STANDARD_INPUT } from './source.ts'

/** What the storing thread is told at its start. Without a session papers are accepted at once. */
export type StoringOrder = { file: string; session: string | null }

export type IngestProgress = { bytes: number; stored: number; refused: number }

/** What the storing thread says. */
export type StoringMessage =
  | { about: 'refusal'; line: RefusedLine }
  | { about: 'progress'; progress: IngestProgress }
  | { about: 'merging' }
  | { about: 'end'; totals: IngestTotals }
  | { about: 'failure'; code: FailureCode; message: string }

type Listener = { refused(line: RefusedLine): void; progressed(progress: IngestProgress): void; merging(): void }

/**
 * Stores the papers of a file of JSON lines in a thread whose memory is limited, and tells what became of them. When it
 * is interrupted it stores what it has taken and ends.
 */
export const ingestInThread = async (
  order: StoringOrder,
  listener: Listener,
  interruption: AbortSignal,
): Promise<IngestTotals> => {
  const isPiped = order.file === STANDARD_INPUT
  const url = new URL('./storing-thread.ts', import.meta.url)
  const thread = new Worker(url, { workerData: order, resourceLimits, stdin: isPiped })
  if (thread.stdin !== null) process.stdin.pipe(thread.stdin)
  interruption.addEventListener('abort', () => thread.postMessage('interrupt'))
  const { promise, resolve, reject } = Promise.withResolvers<IngestTotals>()
  thread.on('message', (message: StoringMessage) => {
    if (message.about === 'refusal') listener.refused(message.line)
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
