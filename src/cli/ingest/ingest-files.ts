import { pacedTransactions } from '#imports/pacing.ts'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, basename } from 'node:path'
import type { Readable } from 'node:stream'
import { Failure } from '#core/failure.ts'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import { rememberColumns } from '#actions/table-columns.ts'
import type { ColumnsByHeader, TableColumns } from '#core/imports/table-columns.ts'
import { receivePdf, storeFile, type FileStoringPorts } from '#files/files.ts'
import { openFileOrArchive, type Archive } from '#formats/open-archive.ts'
import { openContent, type OpenedContent } from '#formats/open-content.ts'
import type { ContentForm } from '#formats/detect-format.ts'
import { columnsOfSource, formOfSource, outlineOfSource } from '#formats/read-records.ts'
import type { TableOutline } from '#formats/table-outline.ts'
import { BULK_BATCH, importSource, LARGE_BATCH, loadColumns, type ImportWatcher } from '#imports/import-source.ts'
import { addTotals, noTotals, type ImportTotals, type RecordReport } from '#imports/import-totals.ts'
import { checkedPieces, isPdfSource, readForeignRecords, readContent, type Pieces } from '#imports/read-content.ts'
import { withCorpus } from '#cli/terminal.ts'
import type { Config } from '#config.ts'
import type { Corpus } from '#open-corpus.ts'
import { openFileStore } from '#open-file-store.ts'
import { resolveIdentifiers } from './ingest-identifiers.ts'
import { preferFetchedRecords } from './prefer-fetched.ts'

/** Rows of the ranked search that are merged in one transaction: more than a server takes, since each step waits for the disk. */
const MERGED_ROWS = 2_000

/** The name of a file that stands for standard input. */
export const STANDARD_INPUT = '-'

/** The bytes of a file, or of standard input, as a stream. */
export const piecesOf = (file: string): Readable => (file === STANDARD_INPUT ? process.stdin : createReadStream(file))

/** A file to read, and its length; 0 for standard input. */
export type SourceFile = { path: string; bytes: number }

/** The file at a path, or all files in the folder there and below, sorted by name. Throws `not_found`. */
export const filesAt = async (path: string): Promise<SourceFile[]> => {
  if (path === STANDARD_INPUT) return [{ path, bytes: 0 }]
  const found = await stat(path).catch(() => null)
  if (found === null) throw new Failure('not_found', `There is no file ${path}.`)
  if (!found.isDirectory()) return [{ path, bytes: found.size }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const files: SourceFile[] = []
  for (const file of paths.toSorted()) files.push({ path: file, bytes: (await stat(file)).size })
  return files
}

/** What to ingest, and how. */
export type IngestOrder = {
  files: readonly SourceFile[]
  /** The ingestion session in which papers wait for review; null makes them public at once. */
  session: string | null
  /** The format to read the files in; null to detect it. */
  from: SourceFormat | null
  /** The columns of tables that fill fields; null for those with known names. */
  columns: TableColumns | null
  isDryRun: boolean
  /** Whether to fetch the records of identifier lists from other servers. */
  isResolved: boolean
  /** Whether the texts of PDFs may be shown regardless of their licences. */
  keepsText: boolean
}

/** The outcome of one record of a file, or its expected outcome in a dry run. */
export type FileReport = RecordReport & { file: string }

export type IngestListener = {
  reported(report: FileReport): void
  /** Called in a dry run with the start of a table, before its records. */
  outlined: (outline: TableOutline, read: { place: string; columns: TableColumns | null }) => void
  progressed(progress: { bytes: number; stored: number; refused: number }): void
  /** Called before the last step, the merge of the index. */
  merging(): void
}

type Ports = { corpus: Corpus; config: Config }
type FileOrder = Omit<IngestOrder, 'files'> & {
  file: string
  /** Columns of earlier tables, for those with the same header if none are given. */
  remembered: ColumnsByHeader
  outlined: IngestListener['outlined']
}

const fileStoringPorts = ({ corpus, config }: Ports): FileStoringPorts => ({
  run: corpus.run,
  files: openFileStore(config.filePlace),
  filesQuota: config.filesQuota,
})

/** Stores a PDF as a file of the paper that came from it. Returns why it could not be stored, or null. */
const storePdf = async (
  ports: Ports,
  { file, name, paperId }: { file: string; name: string; paperId: string },
): Promise<string | null> => {
  try {
    const { bytes } = await openContent(piecesOf(file))
    await storeFile(fileStoringPorts(ports), { content: bytes, paperId, name, actor: 'cli' })
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.message
  }
}

type ContentOrder = { content: OpenedContent; place: string; order: FileOrder; batchSize?: number }

/** The records of a PDF; with `--resolve` those of its identifiers. */
const pdfPieces = ({ corpus, config }: Ports, { content, place, order }: ContentOrder): Pieces => {
  const now = corpus.clock.now()
  const read = readForeignRecords(content, { given: order.from, now, keepsText: order.keepsText })
  return checkedPieces(preferFetchedRecords(read, { corpus, config }), { place, now, onlyOf: null })
}

const importContent = (
  ports: Ports,
  { content, place, order, batchSize = LARGE_BATCH }: ContentOrder,
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const { corpus } = ports
  const { from, columns, session, isDryRun, isResolved, keepsText } = order
  const origin = { place, now: corpus.clock.now(), onlyOf: null }
  const pieces =
    isResolved && isPdfSource(content, { given: from, columns, keepsText })
      ? pdfPieces(ports, { content, place, order })
      : readContent(content, { given: from, columns, origin, keepsText })
  const importing = { actor: 'cli', session, onlyOf: null }
  return importSource(corpus, { pieces, importing, isDryRun, batchSize }, watcher)
}

/** Stores the record of a PDF, and the PDF itself as a file of that paper while it is not yet public. */
const importPdf = async (
  ports: Ports,
  { content, name, order }: { content: OpenedContent; name: string; order: FileOrder },
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const papers: string[] = []
  const place = order.file === STANDARD_INPUT ? 'standard input' : name
  // Standard input can be read only once, so it is copied to a file.
  const staged =
    order.file === STANDARD_INPUT && !order.isDryRun ? await receivePdf(fileStoringPorts(ports), content.bytes) : null
  try {
    const file = staged?.path ?? order.file
    const opened = staged === null ? content : await openContent(piecesOf(file))
    const totals = await importContent(
      ports,
      { content: opened, place, order },
      {
        ...watcher,
        reported: (report) => {
          if (report.outcome === 'stored' || report.outcome === 'enriched') papers.push(report.id)
          watcher.reported(report)
        },
      },
    )
    const [paperId] = papers
    if (paperId === undefined || order.isDryRun) return totals
    const reason = await storePdf(ports, { file, name, paperId })
    if (reason !== null)
      watcher.reported({
        position: 'the file',
        outcome: 'refused',
        reason: `${paperId} is stored without its PDF. ${reason}`,
      })
    return totals
  } finally {
    await staged?.discard()
  }
}

/** Forms that have identifiers or links instead of records. */
const LISTS: ReadonlySet<ContentForm> = new Set<ContentForm>(['identifiers', 'markdown-links', 'html-links'])

/** Remembers the columns that were given for a table in which there were papers. */
const rememberGiven = async (
  { corpus }: Ports,
  { content, order: { columns, isDryRun } }: ContentOrder,
  { read, refused }: ImportTotals,
): Promise<void> => {
  if (columns === null || isDryRun || read === refused) return
  const outline = outlineOfSource(content, columns)
  if (outline !== null) await corpus.run(rememberColumns, { names: outline.names, columns, actor: 'cli' })
}

/** Stores the papers of a source of any format. Throws `unsupported_media_type` for an unknown format. */
const ingestContent = async (
  ports: Ports,
  { content, place, order: given }: ContentOrder,
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const { corpus, config } = ports
  const order = { ...given, columns: columnsOfSource(content, given) }
  const { file, from, columns, session, isDryRun, isResolved, keepsText, outlined } = order
  const outline = isDryRun && (from === null || from === 'csv') ? outlineOfSource(content, columns) : null
  if (outline !== null) outlined(outline, { place, columns })
  // An empty file has no format, but is not an error.
  const form = content.head.byteLength === 0 ? 'papers' : formOfSource(content, from, columns)
  if (form === 'pdf')
    return importPdf(ports, { content, name: file === STANDARD_INPUT ? `${place}.pdf` : place, order }, watcher)
  if (!LISTS.has(form) || !isResolved) {
    const batchSize = form === 'papers' && config.database.engine === 'sqlite' ? BULK_BATCH : LARGE_BATCH
    const totals = await importContent(ports, { content, place, order, batchSize }, watcher)
    if (form === 'csv') await rememberGiven(ports, { content, place, order: given }, totals)
    return totals
  }
  const pieces = readForeignRecords(content, { given: from, columns, now: corpus.clock.now(), keepsText })
  return resolveIdentifiers({ corpus, config }, { pieces, place, session, isDryRun }, watcher)
}

/** Counts and reports a file that cannot be read; other errors are thrown again. */
const refuseFile = (totals: ImportTotals, watcher: ImportWatcher, position: string, error: unknown): void => {
  if (!(error instanceof Failure)) throw error
  watcher.reported({ position, outcome: 'refused', reason: error.message })
  addTotals(totals, { ...noTotals(), read: 1, refused: 1 })
}

/** Stores the papers of the files in an archive. One that cannot be read is refused. */
const ingestArchive = async (
  ports: Ports,
  { archive, place, order }: { archive: Archive; place: string; order: FileOrder },
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const totals = noTotals()
  for await (const archived of archive.files) {
    if (watcher.isInterrupted()) break
    const { name } = archived
    const inFile: ImportWatcher = {
      ...watcher,
      reported: (report) => watcher.reported({ ...report, position: `${name}, ${report.position}` }),
      progressed: (bytes, { stored, refused, ...others }) =>
        watcher.progressed(bytes, { ...others, stored: totals.stored + stored, refused: totals.refused + refused }),
    }
    try {
      if ('reason' in archived) throw new Failure('unsupported_media_type', archived.reason)
      const content = { content: archived.content, place: `${place}: ${name}`, order }
      addTotals(totals, await ingestContent(ports, content, inFile))
    } catch (error) {
      refuseFile(totals, watcher, name, error)
    }
  }
  return totals
}

/** Stores the papers of a file, or of the files in an archive. Throws `unsupported_media_type` for an unknown format. */
const ingestFile = async (ports: Ports, order: FileOrder, watcher: ImportWatcher): Promise<ImportTotals> => {
  const place = order.file === STANDARD_INPUT ? 'standard input' : basename(order.file)
  const source = await openFileOrArchive(piecesOf(order.file))
  return 'files' in source
    ? ingestArchive(ports, { archive: source, place, order }, watcher)
    : ingestContent(ports, { content: source, place, order }, watcher)
}

/** Stores the papers of files, one file after another. When interrupted, it stores the records already read and ends. */
export const ingestFiles = async (
  { files, ...order }: IngestOrder,
  listener: IngestListener,
  interruption: AbortSignal,
): Promise<ImportTotals> => {
  const totals = noTotals()
  const isInterrupted = (): boolean => interruption.aborted
  const ingestAll = async (ports: Ports): Promise<void> => {
    const remembered = await loadColumns(ports.corpus)
    for (const { path: file } of files) {
      if (isInterrupted()) break
      const watcher: ImportWatcher = {
        isInterrupted,
        reported: (report) => {
          listener.reported({ ...report, file })
        },
        progressed: (bytes, { stored, refused }) =>
          listener.progressed({ bytes, stored: totals.stored + stored, refused: totals.refused + refused }),
      }
      try {
        addTotals(totals, await ingestFile(ports, { ...order, file, remembered, outlined: listener.outlined }, watcher))
      } catch (error) {
        // One unreadable file among several does not stop the rest.
        if (files.length === 1) throw error
        refuseFile(totals, watcher, 'the whole', error)
      }
    }
  }
  /** A server merges when it is idle; until then every search has to read the segment of each batch. */
  const mergeAdded = async ({ run }: Corpus): Promise<void> => {
    const inTransaction = pacedTransactions()
    while (!isInterrupted() && (await inTransaction(() => run((tx) => tx.ranking.mergeStep(MERGED_ROWS), null))));
  }
  await withCorpus(
    async (corpus, config) => {
      await ingestAll({ corpus, config })
      if (order.session !== null || order.isDryRun) return
      listener.merging()
      await mergeAdded(corpus)
    },
    { isBulk: true },
  )
  return totals
}
