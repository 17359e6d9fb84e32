import { pacedTransactions } from './pacing.ts'
import { positionOf, prepareBatch, previewBatch, type Batch, type Importing, type ImportPorts } from './import-batch.ts'
import { countReport, noTotals, type ImportTotals, type RecordReport } from './import-totals.ts'
import type { ContentReader } from './content-reader.ts'
import { columnsByHeader, type ColumnsByHeader, type TableColumns } from '#core/imports/table-columns.ts'
import type { GivenForm, Pieces, CheckedPiece } from './read-content.ts'

/** Records per transaction in a thread that also serves requests: a few tens of milliseconds. */
export const BATCH_BESIDE_READERS = 20
/** Records per transaction in a process that does nothing else; readers in other processes do not wait for writers. */
export const LARGE_BATCH = 200
/**
 * Lines of papers per transaction on SQLite in such a process. Papers change the same pages of indexes and counters, so a larger
 * transaction writes fewer of them. Other writers wait for half a second; records of other forms, and PostgreSQL, take longer.
 */
export const BULK_BATCH = 1_000
/** A paper may have five million characters, so a transaction is also limited by the bytes of its source. */
const BATCH_BYTES = 2_000_000

/** Groups the records of a source into batches, with the number of bytes read for each. */
export async function* inBatches(pieces: Pieces, size: number): AsyncGenerator<{ bytes: number; batch: Batch }> {
  let batch: Batch[number][] = []
  let bytes = 0
  const take = () => {
    const taken = { bytes, batch }
    batch = []
    bytes = 0
    return taken
  }
  for await (const piece of pieces) {
    bytes += piece.bytes
    for (const record of piece.records) {
      batch.push(record)
      if (batch.length >= size) yield take()
    }
    if (bytes >= BATCH_BYTES) yield take()
  }
  yield take()
}

export type ImportOrder = {
  pieces: Pieces
  importing: Importing
  /** Reports the expected outcomes and stores nothing. */
  isDryRun: boolean
  /** Records per transaction. */
  batchSize: number
}

/** Watches an import, and may end it. */
export type ImportWatcher = {
  isInterrupted(): boolean
  reported(report: RecordReport): void
  progressed(bytes: number, totals: ImportTotals): void
}

/** The source up to the piece in which the import is interrupted: the records read by then still become a batch. */
async function* untilInterrupted(pieces: Pieces, watcher: ImportWatcher): AsyncGenerator<CheckedPiece> {
  for await (const piece of pieces) {
    yield piece
    if (watcher.isInterrupted()) return
  }
}

/** Stores the records of a source in short transactions until it ends or is interrupted. */
export const importSource = async (
  ports: ImportPorts,
  { pieces, importing, isDryRun, batchSize }: ImportOrder,
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const totals = noTotals()
  const inTransaction = pacedTransactions()
  const take = async (batch: Batch): Promise<RecordReport[]> => {
    if (isDryRun) return previewBatch(ports, batch, importing)
    const store = await prepareBatch(ports, batch, importing)
    return inTransaction(() => ports.run(store, null))
  }
  for await (const { bytes, batch } of inBatches(untilInterrupted(pieces, watcher), batchSize)) {
    if (batch.length > 0)
      for (const report of await take(batch)) {
        countReport(totals, report)
        watcher.reported(report)
      }
    watcher.progressed(bytes, totals)
    if (watcher.isInterrupted()) break
  }
  return totals
}

/** The response lists every record and is built in memory. */
const MAX_RECORDS = 10_000

/** The first records of a source; the one after them is refused, and the rest are not read. */
async function* firstOf(pieces: Pieces, most: number): AsyncGenerator<CheckedPiece> {
  let left = most
  for await (const piece of pieces) {
    const next = piece.records[left]
    if (next === undefined) {
      left -= piece.records.length
      yield piece
      continue
    }
    const reason = `An import may have at most ${most} records: send this one and those after it in another import.`
    yield { bytes: piece.bytes, records: [...piece.records.slice(0, left), { position: positionOf(next), reason }] }
    return
  }
}

/** What reading and storing the bytes of a client needs. */
export type ReadingPorts = ImportPorts & { contentReader: ContentReader }

type BytesOrder = Importing & {
  /** The file or address that the records come from. */
  place: string
  bytes: Uint8Array
  /** The given format; null to detect it. */
  given: GivenForm
  /** The columns of tables that fill fields. */
  columns?: TableColumns | null
  /** Whether the text of a PDF may be shown regardless of its licence. */
  keepsText: boolean
  isDryRun: boolean
}

/** The columns that are remembered for tables. */
export const loadColumns = async ({ store }: Pick<ImportPorts, 'store'>): Promise<ColumnsByHeader> =>
  columnsByHeader(await store.private.tableColumns.list())

/** Stores the records of a body of any format. Returns the outcome of each, in order. Throws as `ContentReader` does. */
export const importBytes = async (
  ports: ReadingPorts,
  { bytes, given, columns = null, keepsText, place, isDryRun, ...importing }: BytesOrder,
): Promise<{ totals: ImportTotals; reports: RecordReport[] }> => {
  const origin = { place, now: ports.clock.now(), onlyOf: importing.onlyOf }
  const remembered = await loadColumns(ports)
  const order = { bytes, given, columns, remembered, keepsText, origin }
  const pieces = firstOf(ports.contentReader.read(order), MAX_RECORDS)
  const reports: RecordReport[] = []
  const totals = await importSource(
    ports,
    { pieces, importing, isDryRun, batchSize: BATCH_BESIDE_READERS },
    { isInterrupted: () => false, reported: (report) => reports.push(report), progressed() {} },
  )
  return { totals, reports }
}
