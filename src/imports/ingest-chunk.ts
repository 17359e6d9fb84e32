import type { ActionContext, RunAction } from '#actions/run-action.ts'
import { finishChunk } from '#actions/ingestion/finish-chunk.ts'
import { advanceChunk } from '#actions/ingestion/advance-chunk.ts'
import { beginChunk } from '#actions/ingestion/begin-chunk.ts'
import { Failure } from '#core/failure.ts'
import { ingestCounts, noIngestCounts, type IngestChunk, type IngestCounts } from '#core/imports/ingest-session.ts'
import type { ImportPorts } from './check-records.ts'
import { reportsInOrder } from './import-source.ts'
import { noTotals, countReport, type RecordReport } from './import-totals.ts'
import type { Importer, RefusedRecord } from './importer.ts'
import { lineImporter } from './line-importer.ts'
import { Pace } from './pace.ts'
import { readInThread, type GivenForm } from './read-in-thread.ts'
import { recordImporter } from './record-importer.ts'
import { isRefused, storeInBatches, type Checked, type Pieces } from './store-in-batches.ts'

type ChunkOrder = {
  sessionId: string
  chunk: number
  bytes: Uint8Array
  /** SHA-256 of the bytes, hex. */
  digest: string
  given: GivenForm
  /** The number of the first line in the file that the chunk is a part of. */
  firstLine: number
  /** The file or address that the records come from. */
  place: string
  actor: string
  /** How long a transaction may take. */
  holdMs: number
  /** What else is to be done with what became of records, in the transaction that stores them. */
  stored?: (tx: ActionContext, reports: readonly RecordReport[]) => Promise<void>
}

/** Of a chunk with more refused records only so many are kept with their reasons; all are counted. */
const KEPT_REFUSALS = 10_000

/**
 * The records of a chunk behind those that were taken before. What cannot be read to its end is one more record, which is
 * refused: the others are taken.
 */
async function* restOf<Read>(
  pieces: Pieces<Read>,
  taken: number,
): AsyncGenerator<{
  bytes: number
  records: (Read | RefusedRecord)[]
}> {
  let passed = 0
  try {
    for await (const { bytes, records } of pieces) {
      const known = Math.min(records.length, Math.max(0, taken - passed))
      passed += records.length
      yield { bytes, records: records.slice(known) }
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (passed >= taken) yield { bytes: 0, records: [{ position: 'the rest', reason: error.message }] }
  }
}

const isPosition = (record: unknown): record is RefusedRecord =>
  typeof record === 'object' && record !== null && 'reason' in record && 'position' in record

const countsOf = (reports: readonly RecordReport[]): IngestCounts => {
  const totals = noTotals()
  for (const report of reports) countReport(totals, report)
  const counts = noIngestCounts()
  for (const name of ingestCounts) counts[name] = totals[name]
  return counts
}

type Taking = { run: RunAction; order: ChunkOrder; begun: IngestChunk; room: number }

/** Takes what is left of a chunk; how many records it has. */
const takeRest = async <Read, Fit extends object, Input, Result>(
  { run, order: { sessionId, chunk, digest, holdMs, stored }, begun, room }: Taking,
  importer: Importer<Read, Fit, Input, Result>,
  pieces: Pieces<Read>,
): Promise<number> => {
  let taken = begun.counts.read
  let refused = begun.counts.refused
  let checked = 0
  const pace = new Pace(holdMs)
  const check = (record: Read | RefusedRecord): Checked<Fit> => {
    checked += 1
    if (checked > room)
      return { position: `record ${begun.counts.read + checked}`, reason: 'The session takes no more records.' }
    return isPosition(record) ? record : importer.check(record)
  }
  const store = async (batch: readonly Checked<Fit>[]): Promise<void> => {
    const fit = batch.filter((record): record is Fit => !isRefused(record))
    const input = fit.length === 0 ? null : await importer.prepare(fit)
    const from = taken
    const take = () =>
      run(async (tx: ActionContext) => {
        const result = input === null ? null : await importer.action(tx, input)
        if (result instanceof Failure) throw result
        const reports = reportsInOrder(batch, result === null ? [] : importer.reports(fit, result))
        await stored?.(tx, reports)
        const counts = countsOf(reports)
        const refusals = reports.flatMap((report, index) =>
          report.outcome === 'refused'
            ? [{ chunk, number: from + index + 1, position: report.position, reason: report.reason.slice(0, 1_000) }]
            : [],
        )
        const kept = refusals.slice(0, Math.max(0, KEPT_REFUSALS - refused))
        await advanceChunk(tx, { sessionId, chunk, digest, from, added: counts, refusals: kept })
        return counts
      }, null)
    const added = fit.length === 0 ? await take() : await pace.store(fit.length, take)
    taken += added.read
    refused += added.refused
  }
  const rest = restOf(pieces, begun.counts.read)
  await storeInBatches<Read | RefusedRecord, Fit>(rest, pace, {
    check,
    store,
    progressed() {},
    isInterrupted: () => false,
  })
  return taken
}

/**
 * Takes a chunk of an ingestion session: each of its records once, however often it comes and whoever is killed on the
 * way. A chunk that was taken before is answered as it was then. Throws as `beginChunk` and `readInThread` do.
 */
export const ingestChunk = async (ports: ImportPorts, order: ChunkOrder): Promise<IngestChunk> => {
  const { sessionId, chunk, digest, bytes, given, firstLine, place, actor } = order
  const { chunk: begun, room } = await ports.run(beginChunk, { sessionId, chunk, digest })
  if (begun.finishedAt !== null) return begun
  // A session is arranged with the operator: what it brings is compared with all papers, also those that wait.
  const origin = { place, now: ports.clock.now(), onlyOf: null, ingestSession: sessionId, isReviewed: true }
  const content = await readInThread({ bytes, given, firstLine, origin })
  const taking = { run: ports.run, order, begun, room }
  const stored = { actor, onlyOf: null, session: sessionId }
  const from =
    content.form === 'papers'
      ? await takeRest(taking, lineImporter(ports, stored), content.pieces)
      : await takeRest(taking, recordImporter(ports, stored), content.pieces)
  return ports.run(finishChunk, { sessionId, chunk, digest, from })
}
