import { Presets, SingleBar } from 'cli-progress'
import { toldCounts } from '#core/imports/ingest-session.ts'
import { note } from '#cli/terminal/print.ts'
import type { ImportTotals } from '#imports/import-totals.ts'
import type { FileReport, IngestListener } from './ingest-in-thread.ts'
import type { SourceFile } from './source.ts'

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

/** Where a record stands; in which file, where there are several. */
export const placeOf = ({ file, position }: FileReport, isSingle: boolean): string =>
  isSingle ? position : `${file}, ${position}`

/** Shows how far work on files came, and which records were refused. */
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
      // A bar on the terminal would be torn by lines written into it.
      if (bar === null) note(line)
      else held.push(line)
    },
    progressed: ({ bytes, ...counts }) => bar?.increment(bytes, counts),
    merging: () => bar?.update({ doing: ', merging the index' }),
  }
  const totals = await work(listener).finally(() => bar?.stop())
  for (const line of held) note(line)
  return totals
}

/** Does work that an interruption from the terminal ends in good order. */
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

/** The closing line as JSON; proposals, candidates and what has no field are left out where there are none. */
export const closingLine = ({ unmapped, candidates: _counted, ...counts }: ImportTotals): string =>
  JSON.stringify({
    ...toldCounts(counts),
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
