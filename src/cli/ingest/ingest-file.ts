import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { Failure } from '#core/failure.ts'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import { openContent } from '#formats/open-content.ts'
import { formOfSource, readRecords } from '#formats/read-records.ts'
import { importSource, type ImportWatcher } from '#imports/import-source.ts'
import { noTotals, type ImportTotals } from '#imports/import-totals.ts'
import type { Corpus } from '#open-corpus.ts'
import { ingestLines } from './ingest-lines.ts'
import { previewLines } from './preview-lines.ts'
import { piecesOf, STANDARD_INPUT } from './source.ts'

type FileOrder = {
  file: string
  session: string | null
  from: SourceFormat | null
  isDryRun: boolean
  /** Whether it is the only one: a file among others that cannot be read does not end the work. */
  isSingle: boolean
}

const whole = (counted: Partial<ImportTotals>): ImportTotals => ({ ...noTotals(), ...counted })

/** Papers in the form of the contract keep their ids, and are read in a thread of their own. */
const ingestPaperLines = async (
  corpus: Corpus,
  source: Readable,
  { session, isDryRun }: FileOrder,
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  if (isDryRun) return previewLines(corpus, source, watcher)
  const totals = await ingestLines(
    corpus,
    { source, session },
    {
      isInterrupted: () => watcher.isInterrupted(),
      refused: ({ line, reason }) => watcher.reported({ position: `line ${line}`, outcome: 'refused', reason }),
      progressed: (bytes, counted) => watcher.progressed(bytes, whole(counted)),
    },
  )
  return whole(totals)
}

/** Stores what a file holds, whatever form it has. Throws `unsupported_media_type` for a single file in no known form. */
export const ingestFile = async (corpus: Corpus, order: FileOrder, watcher: ImportWatcher): Promise<ImportTotals> => {
  const { file, from, session, isDryRun, isSingle } = order
  try {
    const content = await openContent(piecesOf(file))
    // What is empty has no form, and nothing is wrong with it.
    const isEmpty = content.head.byteLength === 0
    if (isEmpty || formOfSource(content, from) === 'papers')
      return await ingestPaperLines(corpus, Readable.from(content.bytes), order, watcher)
    const records = readRecords(content, from)
    const place = file === STANDARD_INPUT ? 'standard input' : basename(file)
    return await importSource(corpus, { records, place, actor: 'cli', onlyOf: null, session, isDryRun }, watcher)
  } catch (error) {
    if (isSingle || !(error instanceof Failure)) throw error
    watcher.reported({ position: 'the whole', outcome: 'refused', reason: error.message })
    return { ...noTotals(), read: 1, refused: 1 }
  }
}
