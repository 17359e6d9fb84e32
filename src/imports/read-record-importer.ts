import type { ReadRecord } from '#core/imports/imported-record.ts'
import { checkReadRecord, type FitRecord } from './check-record.ts'
import type { ImportPorts } from './check-records.ts'
import type { Importer } from './importer.ts'
import { recordImporter, type ImportInput, type ImportResult, type RecordOrigin } from './record-importer.ts'

/** Checks records as they are read, and stores them as `recordImporter` does. */
export const readRecordImporter = (
  ports: ImportPorts,
  { place, ...origin }: RecordOrigin & { place: string },
): Importer<ReadRecord, FitRecord, ImportInput, ImportResult> => {
  const reading = { place, onlyOf: origin.onlyOf, now: ports.clock.now() }
  return { ...recordImporter(ports, origin), check: (record) => checkReadRecord(record, reading) }
}
