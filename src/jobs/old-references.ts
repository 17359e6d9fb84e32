import { setImmediate as nextTurn } from 'node:timers/promises'
import { keepOldReferences } from '#actions/cited-works.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { CitedWork } from '#core/citations/cited-work.ts'
import { isFromEditorsOr, type SourceRecord } from '#core/imports/imported-record.ts'
import type { Log } from '#ports/runtime.ts'
import type { OldRecord } from '#ports/store/citations.ts'
import type { Store } from '#ports/store/store.ts'
import type { Job } from './run-jobs.ts'

/** Records of one run. */
const BATCH = 20
/** No further record is read once so many references are to be stored: other writers wait meanwhile. */
const MOST_REFERENCES = 500
/** Progress is logged after so many records. */
const TOLD_EVERY = 1_000

type Ports = {
  store: { private: Pick<Store['private'], 'citations'> }
  run: RunAction
  log: Log
  /** Reads the references of a stored record. */
  referencesOf: (source: SourceRecord) => Promise<CitedWork[]>
}

/** The references of the first of these records, and how many records were read. */
const readSome = async ({ log, referencesOf }: Ports, records: readonly OldRecord[], signal: AbortSignal) => {
  const heard: (OldRecord & { references: CitedWork[] })[] = []
  let [count, found] = [0, 0]
  for (const record of records) {
    if (count > 0 && (signal.aborted || found >= MOST_REFERENCES)) break
    count += 1
    // What somebody else than an editor sent about a paper that they did not bring says nothing publicly.
    if (!isFromEditorsOr(record.broughtBy, record.source)) continue
    try {
      const references = await referencesOf(record.source)
      found += references.length
      heard.push({ ...record, references })
    } catch (error) {
      log.warn({ record: record.id, err: error }, 'the references of a stored record cannot be read')
    }
    // The same thread serves requests.
    await nextTurn()
  }
  return { heard, count }
}

/**
 * Reads the references of records that were stored before references were kept, once. How far it came is stored with what it
 * found, so that any process goes on from there; a reference that two of them read is stored once.
 */
export const readOldReferencesJob = (ports: Ports): Job => ({
  name: 'read-old-references',
  everySeconds: 30,
  run: async (signal) => {
    const { citations } = ports.store.private
    const reading = await citations.oldReading()
    // Most runs find nothing to do, and must not block writers.
    if (reading === null || reading.readUntil >= reading.lastRecord || signal.aborted) return { more: false }
    const { records, readUntil: end } = await citations.oldRecords(BATCH)
    const { heard, count } = await readSome(ports, records, signal)
    const readUntil = count < records.length ? (records[count - 1]?.id ?? end) : end
    await ports.run(keepOldReferences, { read: heard, readUntil })
    const isDone = readUntil >= reading.lastRecord
    if (isDone || Math.floor(readUntil / TOLD_EVERY) > Math.floor(reading.readUntil / TOLD_EVERY))
      ports.log.info({ read: readUntil, of: reading.lastRecord }, 'references of old records were read')
    return { more: !isDone }
  },
})
