import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { Failure } from '#core/failure.ts'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import { openContent, type OpenedContent } from '#formats/open-content.ts'
import { formOfSource, type RecordPiece } from '#formats/read-records.ts'
import { importSource, type ImportWatcher } from '#imports/import-source.ts'
import { readSource } from '#imports/read-source.ts'
import { noTotals, type ImportTotals } from '#imports/import-totals.ts'
import { readRecordImporter } from '#imports/read-record-importer.ts'
import type { Config } from '#config.ts'
import type { Corpus } from '#open-corpus.ts'
import { resolveIdentifiers } from './ingest-identifiers.ts'
import { ingestLines } from './ingest-lines.ts'
import { keepPdf, spoolPdf } from './keep-pdf.ts'
import { piecesOf, STANDARD_INPUT } from './source.ts'

type FileOrder = {
  file: string
  session: string | null
  from: SourceFormat | null
  isDryRun: boolean
  /** Fetches the records of a list of identifiers. */
  isResolved: boolean
  /** Whether the texts of PDFs may be shown whatever their licences are. */
  keepsText: boolean
  /** Whether it is the only one: a file among others that cannot be read does not end the work. */
  isSingle: boolean
}

type Source = {
  importer: ReturnType<typeof readRecordImporter>
  order: { pieces: AsyncIterable<RecordPiece>; isDryRun: boolean }
}

/** Stores the record of a PDF, and keeps the PDF itself with a paper that came from it and is not yet public. */
const importPdf = async (
  ports: { corpus: Corpus; config: Config },
  { file, name, source }: { file: string; name: string; source: Source },
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const papers: string[] = []
  const totals = await importSource(ports.corpus, source, {
    ...watcher,
    reported: (report) => {
      if (report.outcome === 'stored' || report.outcome === 'enriched') papers.push(report.id)
      watcher.reported(report)
    },
  })
  const [paperId] = papers
  if (paperId === undefined || source.order.isDryRun) return totals
  const reason = await keepPdf(ports, { file, name, paperId })
  if (reason !== null)
    watcher.reported({
      position: 'the file',
      outcome: 'refused',
      reason: `${paperId} is stored without its PDF. ${reason}`,
    })
  return totals
}

/** Stores what a file holds, whatever form it has. Throws `unsupported_media_type` for a single file in no known form. */
export const ingestFile = async (
  { corpus, config }: { corpus: Corpus; config: Config },
  order: FileOrder,
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const { file, from, session, isDryRun, isResolved, isSingle, keepsText } = order
  try {
    const content = await openContent(piecesOf(file))
    // What is empty has no form, and nothing is wrong with it.
    const isEmpty = content.head.byteLength === 0
    const form = isEmpty ? 'papers' : formOfSource(content, from)
    if (form === 'papers')
      return await ingestLines(corpus, { source: Readable.from(content.bytes), session, isDryRun }, watcher)
    const place = file === STANDARD_INPUT ? 'standard input' : basename(file)
    const importer = readRecordImporter(corpus, { place, actor: 'cli', session, onlyOf: null })
    const read = (opened: OpenedContent) => readSource(opened, { given: from, now: corpus.clock.now(), keepsText })
    if (form === 'pdf' && file === STANDARD_INPUT && !isDryRun) {
      const staged = await spoolPdf({ corpus, config }, content.bytes)
      try {
        const pieces = read(await openContent(piecesOf(staged.path)))
        const about = { file: staged.path, name: `${place}.pdf`, source: { importer, order: { pieces, isDryRun } } }
        return await importPdf({ corpus, config }, about, watcher)
      } finally {
        await staged.discard()
      }
    }
    const pieces = read(content)
    const source = { importer, order: { pieces, isDryRun } }
    if (form === 'pdf') return await importPdf({ corpus, config }, { file, name: place, source }, watcher)
    return form === 'identifiers' && isResolved
      ? await resolveIdentifiers({ corpus, config }, { importer, pieces, isDryRun }, watcher)
      : await importSource(corpus, source, watcher)
  } catch (error) {
    if (isSingle || !(error instanceof Failure)) throw error
    watcher.reported({ position: 'the whole', outcome: 'refused', reason: error.message })
    return { ...noTotals(), read: 1, refused: 1 }
  }
}
