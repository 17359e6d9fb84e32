import type { RefusedRecord } from './importer.ts'
import { letOthersIn } from './let-others-in.ts'
import type { Pace } from './pace.ts'

/** A transaction takes the records of so much text at most: a paper may have five million characters. */
const BATCH_BYTES = 2_000_000
/** Refused records are few and cost little, but they are told some time. */
const MOST_REFUSED = 500

/** Records as they come, with the number of bytes that were read for them. */
export type Pieces<Read> = AsyncIterable<{ bytes: number; records: readonly Read[] }>

/** A record that can be taken, or why it cannot. */
export type Checked<Fit extends object> = Fit | RefusedRecord

export const isRefused = <Fit extends object>(checked: Checked<Fit>): checked is RefusedRecord => 'reason' in checked

export type BatchWork<Read, Fit extends object> = {
  check(record: Read): Checked<Fit>
  /** Stores the records of a batch, refused ones among them, in their order. */
  store(batch: readonly Checked<Fit>[]): Promise<void>
  progressed(bytes: number): void
  isInterrupted(): boolean
}

/** Hands on the records of a source in batches of the size that the pace allows, until it ends or is interrupted. */
export const storeInBatches = async <Read, Fit extends object>(
  pieces: Pieces<Read>,
  pace: Pace,
  work: BatchWork<Read, Fit>,
): Promise<void> => {
  let batch: Checked<Fit>[] = []
  let fit = 0
  let bytesRead = 0
  const flush = async (): Promise<void> => {
    const records = batch
    batch = []
    fit = 0
    bytesRead = 0
    if (records.length > 0) await work.store(records)
  }
  for await (const { bytes, records } of pieces) {
    bytesRead += bytes
    for (const record of records) {
      if (work.isInterrupted()) break
      await letOthersIn()
      const checked = work.check(record)
      batch.push(checked)
      if (!isRefused(checked)) fit += 1
      if (fit >= pace.size || batch.length - fit >= MOST_REFUSED) await flush()
    }
    if (bytesRead >= BATCH_BYTES) await flush()
    work.progressed(bytes)
    if (work.isInterrupted()) break
  }
  await flush()
}
