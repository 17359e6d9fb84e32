import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '#core/failure.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'
import { ingestLines } from './ingest-lines.ts'
import { piecesOf } from './source.ts'
import type { StoringOrder, StoringMessage } from './ingest-in-thread.ts'

const { file, session } = workerData as StoringOrder
const tell = (message: StoringMessage): void => parentPort?.postMessage(message)

let isInterrupted = false
parentPort?.once('message', () => {
  isInterrupted = true
})
// Waiting for an interruption keeps nobody from ending.
parentPort?.unref()

try {
  await withCorpus(
    async (corpus) => {
      const totals = await ingestLines(
        corpus,
        { source: piecesOf(file), session },
        {
          isInterrupted: () => isInterrupted,
          refused: (line) => tell({ about: 'refusal', line }),
          progressed: (bytes, { stored, refused }) => tell({ about: 'progress', progress: { bytes, stored, refused } }),
          merging: () => tell({ about: 'merging' }),
        },
      )
      tell({ about: 'end', totals })
    },
    { isBulk: true },
  )
} catch (error) {
  if (!(error instanceof Failure)) throw error
  tell({ about: 'failure', code: error.code, message: error.message })
}
// A standard input that goes on after an interruption would keep the thread waiting.
process.exit()
