import { withCorpus } from '#cli/terminal/with-corpus.ts'
import type { ImportWatcher } from '#imports/import-source.ts'
import { addTotals, noTotals, type ImportTotals } from '#imports/import-totals.ts'
import type { IngestListener, StoringOrder } from './ingest-in-thread.ts'
import { ingestFile } from './ingest-file.ts'
import { mergeAdded } from './merge-added.ts'

/**
 * Stores the papers of files, one file after another, and tells what became of them. When it is interrupted it stores
 * what it has taken and ends.
 */
export const storeFiles = async (
  order: StoringOrder,
  listener: IngestListener,
  isInterrupted: () => boolean,
): Promise<ImportTotals> => {
  const totals = noTotals()
  await withCorpus(
    async (corpus, config) => {
      const isSingle = order.files.length === 1
      for (const file of order.files) {
        if (isInterrupted()) break
        const watcher: ImportWatcher = {
          isInterrupted,
          reported: (report) => {
            if (report.outcome === 'refused' || order.isDryRun) listener.reported({ ...report, file: file.path })
          },
          progressed: (bytes, { stored, refused }) =>
            listener.progressed({ bytes, stored: totals.stored + stored, refused: totals.refused + refused }),
        }
        addTotals(totals, await ingestFile({ corpus, config }, { ...order, file: file.path, isSingle }, watcher))
      }
      if (order.session === null && !order.isDryRun) {
        listener.merging()
        await mergeAdded(corpus, isInterrupted)
      }
    },
    { isBulk: true },
  )
  return totals
}
