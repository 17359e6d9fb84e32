import type { Action } from '#actions/run-action.ts'
import type { RecordReport } from './import-totals.ts'

/** Something that stands where a record should and cannot be taken, and why. */
export type RefusedRecord = { position: string; reason: string }

/** How the records of one form become papers: read ones of the type `Read`, fit ones of the type `Fit`. */
export type Importer<Read, Fit extends object, Input, Result> = {
  /** Checks a record by itself. */
  check(record: Read): Fit | RefusedRecord
  /** What would become of records, compared with what is stored and not with each other. */
  preview(batch: readonly Fit[]): Promise<RecordReport[]>
  /** What is looked up before the transaction, so that it keeps nobody waiting. */
  prepare(batch: readonly Fit[]): Promise<Input>
  /** Stores a batch; what became of each record, in their order. */
  action: Action<Input, Result>
  reports(batch: readonly Fit[], result: Result): RecordReport[]
}
