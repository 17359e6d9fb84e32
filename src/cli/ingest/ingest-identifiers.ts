import { keepImportedCandidates } from '#actions/sources/keep-imported-candidates.ts'
import { Failure } from '#core/failure.ts'
import { listedIdentifier, type ListedIdentifier } from '#core/sources/listed-identifier.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import type { RecordPiece } from '#formats/read-records.ts'
import { importSource, type ImportWatcher } from '#imports/import-source.ts'
import type { readRecordImporter } from '#imports/read-record-importer.ts'
import { SourceFault } from '#sources/kinds/source-fault.ts'
import { noTotals, type ImportTotals } from '#imports/import-totals.ts'
import type { Config } from '#config.ts'
import type { Corpus } from '#open-corpus.ts'

type ListOrder = { pieces: AsyncIterable<RecordPiece>; isDryRun: boolean }

/** At one request a second this is more than a day. */
const MOST_RESOLVED = 100_000

/** The identifiers of each piece of a list; what is none is reported and counted. */
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

/** A list is read whole before anything is asked: each identifier is asked for once, and many at a time. */
const readList = async (
  pieces: AsyncIterable<RecordPiece>,
  watcher: ImportWatcher,
): Promise<{ listed: ListedIdentifier[]; totals: ImportTotals }> => {
  const totals = noTotals()
  const all: ListedIdentifier[] = []
  for await (const listed of identifiersIn(pieces, { totals, watcher })) {
    all.push(...listed)
    if (all.length > MOST_RESOLVED)
      throw new Failure('too_large', `A list of more than ${MOST_RESOLVED} identifiers is not resolved: split it.`)
  }
  return { listed: all, totals }
}

type RecordImporter = ReturnType<typeof readRecordImporter>

/** What keeps the records away is told in one sentence. */
async function* inWords(pieces: AsyncIterable<RecordPiece>): AsyncGenerator<RecordPiece> {
  try {
    yield* pieces
  } catch (error) {
    throw error instanceof SourceFault ? new Failure('unavailable', error.message, { cause: error }) : error
  }
}

/** Fetches the records of a list of identifiers and stores them as any other; candidates that they are of leave the inbox. */
export const resolveIdentifiers = async (
  { corpus, config }: { corpus: Corpus; config: Config },
  { importer, pieces, isDryRun }: ListOrder & { importer: RecordImporter },
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const { listed, totals } = await readList(pieces, watcher)
  const { openAsking } = await import('#open-source-reader.ts')
  const { fetchRecords } = await import('#sources/resolving/fetch-records.ts')
  const ports = { ...openAsking(config, corpus, config.publicUrl), resolvers: config.resolvers }
  const named = new Map(listed.map(({ position, identifiers }) => [position, identifiers]))
  const imported: { identifiers: Identifiers; paperId: string }[] = []
  const fetched = inWords(fetchRecords(ports, listed, new AbortController().signal))
  const stored = await importSource(
    corpus,
    { importer, order: { pieces: fetched, isDryRun } },
    {
      isInterrupted: () => watcher.isInterrupted(),
      progressed: (bytes, counted) => watcher.progressed(bytes, counted),
      reported: (report) => {
        const identifiers = named.get(report.position)
        if ('id' in report && report.id !== '' && identifiers !== undefined)
          imported.push({ identifiers, paperId: report.id })
        watcher.reported(report)
      },
    },
  )
  if (!isDryRun && imported.length > 0) await corpus.run(keepImportedCandidates, { imported, actor: 'cli' })
  return { ...stored, read: stored.read + totals.read, refused: stored.refused + totals.refused }
}
