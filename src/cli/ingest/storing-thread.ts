import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '#core/failure.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'
import type { ImportWatcher } from '#imports/import-source.ts'
import { addTotals, noTotals } from '#imports/import-totals.ts'
import { ingestFile } from './ingest-file.ts'
import { mergeAdded } from './merge-added.ts'
import type { StoringOrder, StoringMessage } from './ingest-in-thread.ts'

const order = workerData as StoringOrder
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
      const totals = noTotals()
      const isSingle = order.files.length === 1
      for (const file of order.files) {
        if (isInterrupted) break
        const watcher: ImportWatcher = {
          isInterrupted: () => isInterrupted,
          reported: (report) => {
            if (report.outcome === 'refused' || order.isDryRun)
              tell({ about: 'record', report: { ...report, file: file.path } })
          },
          progressed: (bytes, { stored, refused }) =>
            tell({
              about: 'progress',
              progress: { bytes, stored: totals.stored + stored, refused: totals.refused + refused },
            }),
        }
        addTotals(totals, await ingestFile(corpus, { ...order, file: file.path, isSingle }, watcher))
      }
      if (order.session === null && !order.isDryRun) {
        tell({ about: 'merging' })
        await mergeAdded(corpus, () => isInterrupted)
      }
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
