import type { ImportPorts } from './check-records.ts'
import { importSource, type ImportWatcher } from './import-source.ts'
import type { ImportTotals } from './import-totals.ts'
import { lineImporter } from './line-importer.ts'
import { readInThread, type GivenForm } from './read-in-thread.ts'
import { recordImporter, type RecordOrigin } from './record-importer.ts'

/** What becomes of each is told in the answer, which is made as a whole. */
const MOST_RECORDS = 10_000

type BytesOrder = RecordOrigin & {
  /** The file or address that the records come from. */
  place: string
  bytes: Uint8Array
  /** The format that they are said to be in; null to tell it by the content. */
  given: GivenForm
  /** Whether the text of a PDF may be shown whatever its licence is. */
  keepsText: boolean
  isDryRun: boolean
  holdMs: number
}

/** Stores what a body holds, whatever form it has. Throws as `readInThread` does. */
export const importBytes = async (
  ports: ImportPorts,
  { bytes, given, keepsText, place, ...order }: BytesOrder,
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const origin = { place, now: ports.clock.now(), onlyOf: order.onlyOf, isReviewed: order.session !== null }
  const content = await readInThread({ bytes, given, keepsText, origin, mostRecords: MOST_RECORDS })
  return content.form === 'papers'
    ? importSource(
        ports,
        { importer: lineImporter(ports, order), order: { ...order, pieces: content.pieces } },
        watcher,
      )
    : importSource(
        ports,
        { importer: recordImporter(ports, order), order: { ...order, pieces: content.pieces } },
        watcher,
      )
}
