import { attachFile } from '#actions/paper-files.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { type Importing, type ImportPorts, prepareBatch } from '#imports/import-batch.ts'
import { BATCH_BESIDE_READERS } from '#imports/import-source.ts'
import type { RecordReport } from '#imports/import-totals.ts'
import { pacedTransactions } from '#imports/pacing.ts'
import type { StorableRecord } from '#imports/read-content.ts'
import type { WaitingFile } from './input.ts'

export type ReadyRow = { record: StorableRecord; file: WaitingFile | null }

/**
 * Stores rows in short transactions, each PDF with the paper that was made from it. A row that is sent again changes nothing, so that
 * an interrupted request may be repeated. Throws `unavailable` if a PDF is gone.
 */
export const storeRows = async (
  ports: ImportPorts,
  rows: readonly ReadyRow[],
  importing: Importing,
): Promise<RecordReport[]> => {
  const inTransaction = pacedTransactions()
  const reports: RecordReport[] = []
  for (let from = 0; from < rows.length; from += BATCH_BESIDE_READERS) {
    const some = rows.slice(from, from + BATCH_BESIDE_READERS)
    const store = await prepareBatch(
      ports,
      some.map(({ record }) => record),
      importing,
    )
    const storeAll = async (tx: ActionContext): Promise<RecordReport[]> => {
      const stored = await store(tx)
      for (const [index, report] of stored.entries()) {
        const file = some[index]?.file ?? null
        if (file !== null && (report.outcome === 'stored' || report.outcome === 'enriched'))
          await attachFile(tx, { ...file, paperId: report.id, actor: importing.actor })
      }
      return stored
    }
    reports.push(...(await inTransaction(() => ports.run(storeAll, null))))
  }
  return reports
}
