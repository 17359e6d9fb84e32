import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '#core/failure.ts'
import type { StoringMessage, StoringOrder } from './ingest-in-thread.ts'
import { storeFiles } from './store-files.ts'

const tell = (message: StoringMessage): void => parentPort?.postMessage(message)

let isInterrupted = false
parentPort?.once('message', () => {
  isInterrupted = true
})
// Waiting for an interruption keeps nobody from ending.
parentPort?.unref()

try {
  const totals = await storeFiles(
    workerData as StoringOrder,
    {
      reported: (report) => tell({ about: 'record', report }),
      progressed: (progress) => tell({ about: 'progress', progress }),
      merging: () => tell({ about: 'merging' }),
    },
    () => isInterrupted,
  )
  tell({ about: 'end', totals })
} catch (error) {
  if (!(error instanceof Failure)) throw error
  tell({ about: 'failure', code: error.code, message: error.message })
}
// A standard input that goes on after an interruption would keep the thread waiting.
process.exit()
