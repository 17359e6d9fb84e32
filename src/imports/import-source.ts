import { importRecords, type CheckedRecord } from '#actions/imports/import-records.ts'
import { enrichment } from '#core/imports/enrich-paper.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { isInReview } from '#core/review/submission-state.ts'
import { checkRecord, compareRecords, prepareNew, type ComparedRecord, type ImportPorts } from './check-records.ts'
import { countReport, noTotals, type ImportTotals, type RecordReport } from './import-totals.ts'
import { letOthersIn } from './let-others-in.ts'
import { Pace } from './pace.ts'

/** Records as they come, with the number of bytes that were read for them. */
type Pieces = AsyncIterable<{ bytes: number; records: readonly ReadRecord[] }>

export type ImportOrder = {
  records: Pieces
  /** The file or address that the records come from. */
  place: string
  actor: string
  /** Null: the papers are public at once. */
  session: string | null
  /** Whose imports know, of what is not public, only what they brought in; null for those who may know all. */
  onlyOf: string | null
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

const outlook = ({ position, paper, found, knownId, source }: ComparedRecord): RecordReport => {
  const about = { position, title: paper.title, unmapped: source.unmapped }
  if (knownId !== null) return { ...about, outcome: 'unchanged', id: knownId, match: 'record', fields: [] }
  if (found === null) return { ...about, outcome: 'stored', id: '', match: null, fields: [] }
  const { state, match } = found
  const fields = isInReview(state) || state === 'accepted' ? Object.keys(enrichment(found.paper, paper)) : []
  const outcome = fields.length === 0 ? 'unchanged' : state === 'accepted' ? 'proposed' : 'enriched'
  return { ...about, outcome, id: found.paper.id, match, fields }
}

const importBatch = async (
  ports: ImportPorts,
  { batch, pace }: { batch: readonly CheckedRecord[]; pace: Pace },
  { actor, session, isDryRun, onlyOf }: ImportOrder,
): Promise<RecordReport[]> => {
  const compared = await compareRecords(ports, batch, onlyOf)
  if (isDryRun) return compared.map(outlook)
  const prepared = await prepareNew(ports, compared, session !== null)
  const state = session === null ? 'accepted' : 'pending'
  const input = { batch: prepared, state, actor, session, onlyOf } as const
  const results = await pace.store(batch.length, () => ports.run(importRecords, input))
  return results.map((result, index) => {
    const { paper, source } = batch[index] ?? prepared[0] ?? { paper: null, source: null }
    return { ...result, title: paper?.title ?? '', unmapped: source?.unmapped ?? [] }
  })
}

/** Stores the records of a source, in short transactions with gaps between them, until it ends or is interrupted. */
export const importSource = async (
  ports: ImportPorts,
  order: ImportOrder,
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const totals = noTotals()
  const pace = new Pace(order.holdMs)
  const now = ports.clock.now()
  let batch: CheckedRecord[] = []
  const report = (reports: readonly RecordReport[]): void => {
    for (const one of reports) {
      countReport(totals, one)
      watcher.reported(one)
    }
  }
  const storeBatch = async (): Promise<void> => {
    if (batch.length === 0) return
    const records = batch
    batch = []
    report(await importBatch(ports, { batch: records, pace }, order))
  }
  for await (const { bytes, records } of order.records) {
    for (const record of records) {
      if (watcher.isInterrupted()) break
      await letOthersIn()
      totals.read += 1
      const checked = checkRecord(record, { place: order.place, now, onlyOf: order.onlyOf })
      if ('reason' in checked) {
        // A table of what would happen keeps the order of the source.
        if (order.isDryRun) await storeBatch()
        report([{ ...checked, outcome: 'refused' }])
      } else batch.push(checked)
      if (batch.length >= pace.size) await storeBatch()
    }
    watcher.progressed(bytes, totals)
    if (watcher.isInterrupted()) break
  }
  await storeBatch()
  return totals
}
