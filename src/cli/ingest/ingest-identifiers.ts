import { keepImportedCandidates } from '#actions/candidates.ts'
import { Failure } from '#core/failure.ts'
import { isOfList, listedIdentifier, type ListedIdentifier } from '#core/sources/candidate.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import type { RecordPiece } from '#formats/read-records.ts'
import { importSource, LARGE_BATCH, type ImportWatcher } from '#imports/import-source.ts'
import { checkedPieces } from '#imports/read-content.ts'
import { SourceFault } from '#sources/protocols.ts'
import { noTotals, type ImportTotals } from '#imports/import-totals.ts'
import type { Config } from '#config.ts'
import type { Corpus } from '#open-corpus.ts'
import { openRequestPorts } from '#open-source-reader.ts'
import { fetchRecords } from '#sources/fetch-records.ts'

type ListOrder = {
  pieces: AsyncIterable<RecordPiece>
  /** The file that the list is from. */
  place: string
  session: string | null
  isDryRun: boolean
}

/** More than a day of work at one request a second. */
const MAX_RESOLVED = 100_000

/** The identifiers in each piece of a list; other lines are reported and counted as refused. */
async function* identifiersIn(
  pieces: AsyncIterable<RecordPiece>,
  { totals, watcher }: { totals: ImportTotals; watcher: ImportWatcher },
): AsyncGenerator<ListedIdentifier[]> {
  for await (const { bytes, records } of pieces) {
    const listed: ListedIdentifier[] = []
    for (const record of records)
      if ('reason' in record) {
        totals.read += 1
        totals.refused += 1
        watcher.reported({ ...record, outcome: 'refused' })
      } else listed.push(listedIdentifier(record))
    yield listed
    watcher.progressed(bytes, totals)
    if (watcher.isInterrupted()) return
  }
}

/** Reads the whole list before the first request, so that identifiers can be deduplicated and fetched in batches. */
const readList = async (
  pieces: AsyncIterable<RecordPiece>,
  watcher: ImportWatcher,
): Promise<{ listed: ListedIdentifier[]; totals: ImportTotals }> => {
  const totals = noTotals()
  const all: ListedIdentifier[] = []
  for await (const listed of identifiersIn(pieces, { totals, watcher })) {
    all.push(...listed)
    if (all.length > MAX_RESOLVED)
      throw new Failure('too_large', `A list of more than ${MAX_RESOLVED} identifiers cannot be resolved: split it.`)
  }
  return { listed: all, totals }
}

/** Adds to fetched records the topics that the list proposes for them. */
async function* withListedTopics(
  pieces: AsyncIterable<RecordPiece>,
  listed: readonly ListedIdentifier[],
): AsyncGenerator<RecordPiece> {
  const topicsAt = new Map(listed.map((one) => [one.position, one.listed.topics]))
  for await (const { bytes, records } of pieces)
    yield {
      bytes,
      records: records.map((record) => {
        const topics = topicsAt.get(record.position) ?? []
        if ('reason' in record || isOfList(record) || topics.length === 0) return record
        const own = Array.isArray(record.fields.topics) ? (record.fields.topics as unknown[]) : []
        return { ...record, fields: { ...record.fields, topics: [...new Set([...own, ...topics])] } }
      }),
    }
}

/** Turns the fault of a source into a failure that the operator reads as one sentence. */
async function* withFailures(pieces: AsyncIterable<RecordPiece>): AsyncGenerator<RecordPiece> {
  try {
    yield* pieces
  } catch (error) {
    throw error instanceof SourceFault ? new Failure('unavailable', error.message, { cause: error }) : error
  }
}

/** Fetches the records of a list of identifiers and stores them like any others; their candidates leave the inbox. */
export const resolveIdentifiers = async (
  { corpus, config }: { corpus: Corpus; config: Config },
  { pieces, place, session, isDryRun }: ListOrder,
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const { listed, totals } = await readList(pieces, watcher)
  const ports = { ...openRequestPorts(config, corpus, { publicUrl: config.publicUrl }), resolvers: config.resolvers }
  const identifiersAt = new Map(listed.map(({ position, identifiers }) => [position, identifiers]))
  const imported: { identifiers: Identifiers; paperId: string }[] = []
  const fetched = withFailures(fetchRecords(ports, listed, new AbortController().signal))
  const stored = await importSource(
    corpus,
    {
      pieces: checkedPieces(withListedTopics(fetched, listed), { place, now: corpus.clock.now(), onlyOf: null }),
      importing: { actor: 'cli', session, onlyOf: null },
      isDryRun,
      batchSize: LARGE_BATCH,
    },
    {
      isInterrupted: () => watcher.isInterrupted(),
      progressed: (bytes, counted) => watcher.progressed(bytes, counted),
      reported: (report) => {
        const identifiers = identifiersAt.get(report.position)
        if ('id' in report && report.id !== '' && identifiers !== undefined)
          imported.push({ identifiers, paperId: report.id })
        watcher.reported(report)
      },
    },
  )
  if (!isDryRun && imported.length > 0) await corpus.run(keepImportedCandidates, { imported, actor: 'cli' })
  return { ...stored, read: stored.read + totals.read, refused: stored.refused + totals.refused }
}
