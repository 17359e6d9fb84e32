import { Presets, SingleBar } from 'cli-progress'
import { reportedCounts } from '#core/imports/ingest-session.ts'
import { note, print, table } from '#cli/terminal.ts'
import type { ImportTotals } from '#imports/import-totals.ts'
import type { FileReport, IngestListener, SourceFile } from './ingest-files.ts'

const progressBar = (total: number): SingleBar | null => {
  if (!process.stderr.isTTY || total === 0) return null
  const bar = new SingleBar(
    {
      format: ' {bar} {percentage}% | {stored} stored, {refused} refused | {eta_formatted} left{doing}',
      stream: process.stderr,
    },
    Presets.shades_classic,
  )
  bar.start(total, 0, { stored: 0, refused: 0, doing: '' })
  return bar
}

/** The position of a record, with its file if there are several. */
export const placeOf = ({ file, position }: FileReport, isSingle: boolean): string =>
  isSingle ? position : `${file}, ${position}`

/** Which papers a new one is to be compared with; empty if there are none. */
export const comparison = ({ toCompare }: { toCompare: readonly string[] }): string =>
  toCompare.length === 0 ? '' : `compare ${toCompare.join(', ')}`

/** What may have been read wrongly; empty if it is nothing. */
export const unsureOf = ({ unsure = [] }: { unsure?: readonly string[] }): string =>
  unsure.length === 0 ? '' : `unsure: ${unsure.join(', ')}`

/** Rows that are aligned together and held in memory: a file may have millions. */
const BLOCK_ROWS = 500
const HEAD = ['place', 'would be', 'paper', 'title']

const rowOf = (report: FileReport, isSingle: boolean): string[] => {
  const place = placeOf(report, isSingle)
  if (report.outcome === 'refused') return [place, report.outcome, '', report.reason]
  if (report.outcome === 'candidate') return [place, report.outcome, '', report.title]
  const about = report.match === null ? comparison(report) : `${report.id} (${report.match.replace('_', ' ')})`
  const fields = report.fields.length === 0 ? '' : ` + ${report.fields.join(', ')}`
  const paper = [`${about}${fields}`, unsureOf(report)].filter((part) => part !== '').join('; ')
  return [place, report.outcome, paper, report.title]
}

type DryRunPrinter = {
  take(report: FileReport): void
  /** Prints the remaining rows; only the header if there were no records. */
  end(): void
}

/** Prints the expected outcome of each record while it is read: as JSON lines, or as tables of 500 rows. */
export const dryRunPrinter = ({ isJson, isSingle }: { isJson: boolean; isSingle: boolean }): DryRunPrinter => {
  let rows = [HEAD]
  const flush = (): void => {
    if (rows.length > 0) print(table(rows))
    rows = []
  }
  if (isJson) return { take: (report) => print(JSON.stringify(report)), end() {} }
  return {
    take: (report) => {
      rows.push(rowOf(report, isSingle))
      if (rows.length >= BLOCK_ROWS) flush()
    },
    end: flush,
  }
}

/** Shows the progress of work on files, and the refused records. */
export const watchProgress = async (
  files: readonly SourceFile[],
  { hasBar }: { hasBar: boolean },
  work: (listener: IngestListener) => Promise<ImportTotals>,
): Promise<ImportTotals> => {
  const bar = hasBar ? progressBar(files.reduce((sum, { bytes }) => sum + bytes, 0)) : null
  const held: string[] = []
  const listener: IngestListener = {
    reported: (report) => {
      if (report.outcome !== 'refused') return
      const line = `${placeOf(report, files.length === 1)}: ${report.reason}`
      // Lines written now would break up the progress bar.
      if (bar === null) note(line)
      else held.push(line)
    },
    progressed: ({ bytes, ...counts }) => bar?.increment(bytes, counts),
    outlined() {},
    merging: () => bar?.update({ doing: ', merging the index' }),
  }
  const totals = await work(listener).finally(() => bar?.stop())
  for (const line of held) note(line)
  return totals
}

/** Runs work that SIGINT ends in an orderly way. */
export const untilInterrupted = async <T>(
  work: (interruption: AbortSignal) => Promise<T>,
): Promise<{ result: T; isInterrupted: boolean }> => {
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once('SIGINT', interrupt)
  const result = await work(interruption.signal).finally(() => process.off('SIGINT', interrupt))
  return { result, isInterrupted: interruption.signal.aborted }
}

export const exitCodeOf = ({ refused }: ImportTotals, isInterrupted: boolean): number =>
  isInterrupted ? 130 : refused > 0 ? 1 : 0

/** The closing line as JSON, without proposals, candidates and unmapped names if there are none. */
export const closingLine = ({ unmapped, candidates: _counted, held: _held, ...counts }: ImportTotals): string =>
  JSON.stringify({
    ...reportedCounts(counts),
    ...(Object.keys(unmapped).length > 0 ? { unmapped } : {}),
  })

export const closingSentence = (totals: ImportTotals): string => {
  const { read, stored, unchanged, enriched, proposed, refused, candidates } = totals
  const more = [
    candidates > 0 && `${candidates} candidates`,
    enriched > 0 && `${enriched} enriched`,
    proposed > 0 && `${proposed} proposed as revisions`,
  ]
  return `Read ${read}: ${[`${stored} stored`, `${unchanged} unchanged`, ...more.filter((part) => part !== false), `${refused} refused`].join(', ')}.`
}
