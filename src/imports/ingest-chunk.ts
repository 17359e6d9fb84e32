import { pacedTransactions } from './pacing.ts'
import { finishChunk, advanceChunk, beginChunk } from '#actions/ingest-sessions.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { ingestCounts, noIngestCounts, type IngestChunk, type IngestCounts } from '#core/imports/ingest-session.ts'
import { prepareBatch, type Batch } from './import-batch.ts'
import { inBatches, loadColumns, type ReadingPorts } from './import-source.ts'
import { countReport, noTotals, type RecordReport } from './import-totals.ts'
import type { TableColumns } from '#core/imports/table-columns.ts'
import type { GivenForm, Pieces, CheckedPiece } from './read-content.ts'

type ChunkOrder = {
  sessionId: string
  chunk: number
  bytes: Uint8Array
  /** SHA-256 of the bytes, hex. */
  digest: string
  given: GivenForm
  /** The columns of tables that fill fields. */
  columns?: TableColumns | null
  /** The number of the first line in the file that the chunk is a part of. */
  firstLine: number
  /** The file or address that the records come from. */
  place: string
  actor: string
  /** Records per transaction. */
  batchSize: number
  /** Runs in the transaction that stores records, with their outcomes. */
  stored?: (tx: ActionContext, reports: readonly RecordReport[]) => Promise<void>
}

/** How many refusals of a chunk are stored with their reasons; all are counted. */
const STORED_REFUSALS = 10_000

/**
 * The records of a chunk after those that were already stored. If reading fails on the way, the rest counts as one refused
 * record. Throws for a chunk in an unknown format.
 */
async function* remainingRecords(pieces: Pieces, taken: number): AsyncGenerator<CheckedPiece> {
  let passed = 0
  let isReadable = false
  try {
    for await (const { bytes, records } of pieces) {
      isReadable = true
      const known = Math.min(records.length, Math.max(0, taken - passed))
      passed += records.length
      yield { bytes, records: records.slice(known) }
    }
  } catch (error) {
    if (!isReadable || !(error instanceof Failure)) throw error
    if (passed >= taken) yield { bytes: 0, records: [{ position: 'the rest', reason: error.message }] }
  }
}

/** Refuses records beyond the capacity of the session. */
const withinCapacity = (batch: Batch, { from, room }: { from: number; room: number }): Batch =>
  batch.map((record, index) =>
    index < room ? record : { position: `record ${from + index + 1}`, reason: 'The session accepts no more records.' },
  )

const countsOf = (reports: readonly RecordReport[]): IngestCounts => {
  const totals = noTotals()
  for (const report of reports) countReport(totals, report)
  const counts = noIngestCounts()
  for (const name of ingestCounts) counts[name] = totals[name]
  return counts
}

/**
 * Stores a chunk of an ingestion session. Each record is stored once, even if the chunk is sent again or a process is
 * killed; a finished chunk gets its earlier answer. Throws as `beginChunk` and `ContentReader` do.
 */
export const ingestChunk = async (ports: ReadingPorts, order: ChunkOrder): Promise<IngestChunk> => {
  const { sessionId, chunk, digest, bytes, given, columns = null, firstLine, place, actor, batchSize, stored } = order
  const { chunk: begun, room } = await ports.run(beginChunk, { sessionId, chunk, digest })
  if (begun.finishedAt !== null) return begun
  // The operator opened the session, so its records are compared with all papers, including pending ones.
  const importing = { actor, session: sessionId, onlyOf: null }
  const origin = { place, now: ports.clock.now(), onlyOf: null, ingestSession: sessionId }
  const inTransaction = pacedTransactions()
  const { read: before } = begun.counts
  let taken = before
  let refused = begun.counts.refused
  const remembered = await loadColumns(ports)
  const source = ports.contentReader.read({ bytes, given, columns, remembered, firstLine, origin })
  const rest = remainingRecords(source, before)
  for await (const { batch } of inBatches(rest, batchSize)) {
    if (batch.length === 0) continue
    const from = taken
    const store = await prepareBatch(ports, withinCapacity(batch, { from, room: room + before - from }), importing)
    const take = async (tx: ActionContext): Promise<IngestCounts> => {
      const reports = await store(tx)
      await stored?.(tx, reports)
      const added = countsOf(reports)
      const refusals = reports.flatMap((report, index) =>
        report.outcome === 'refused'
          ? [{ chunk, number: from + index + 1, position: report.position, reason: report.reason.slice(0, 1_000) }]
          : [],
      )
      const kept = refusals.slice(0, Math.max(0, STORED_REFUSALS - refused))
      await advanceChunk(tx, { sessionId, chunk, digest, from, added, refusals: kept })
      return added
    }
    const added = await inTransaction(() => ports.run(take, null))
    taken += added.read
    refused += added.refused
  }
  return ports.run(finishChunk, { sessionId, chunk, digest, from: taken })
}
