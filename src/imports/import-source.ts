import type { RunAction } from '#actions/run-action.ts'
import { countReport, noTotals, type ImportTotals, type RecordReport } from './import-totals.ts'
import type { Importer } from './importer.ts'
import { Pace } from './pace.ts'
import { isRefused, storeInBatches, type Checked, type Pieces } from './store-in-batches.ts'

export type ImportOrder<Read> = {
  pieces: Pieces<Read>
  /** Tells what would happen and stores nothing. */
  isDryRun: boolean
  /** How long a transaction may take. */
  holdMs?: number
}

/** Those who watch an import, and whether they have seen enough. */
export type ImportWatcher = {
  isInterrupted(): boolean
  reported(report: RecordReport): void
  progressed(bytes: number, totals: ImportTotals): void
}

/** What became of a batch, in its order: fit records as they were reported, the others as refused. */
export const reportsInOrder = <Fit extends object>(
  batch: readonly Checked<Fit>[],
  reported: readonly RecordReport[],
): RecordReport[] => {
  const rest = reported.values()
  return batch.flatMap((record) =>
    isRefused(record) ? [{ ...record, outcome: 'refused' as const }] : [...rest.take(1)],
  )
}

/** Stores the records of a source, in short transactions with gaps between them, until it ends or is interrupted. */
export const importSource = async <Read, Fit extends object, Input, Result>(
  { run }: { run: RunAction },
  { importer, order }: { importer: Importer<Read, Fit, Input, Result>; order: ImportOrder<Read> },
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const totals = noTotals()
  const pace = new Pace(order.holdMs)
  const become = async (batch: readonly Fit[]): Promise<RecordReport[]> => {
    if (batch.length === 0) return []
    if (order.isDryRun) return importer.preview(batch)
    const input = await importer.prepare(batch)
    return importer.reports(batch, await pace.store(batch.length, () => run(importer.action, input)))
  }
  await storeInBatches<Read, Fit>(order.pieces, pace, {
    check: (record) => importer.check(record),
    store: async (batch) => {
      const fit = batch.filter((record): record is Fit => !isRefused(record))
      for (const report of reportsInOrder(batch, await become(fit))) {
        countReport(totals, report)
        watcher.reported(report)
      }
    },
    progressed: (bytes) => watcher.progressed(bytes, totals),
    isInterrupted: () => watcher.isInterrupted(),
  })
  return totals
}
