import { SingleBar, Presets } from 'cli-progress'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { sourceFormats, type SourceFormat } from '#core/imports/imported-record.ts'
import { INGEST_SESSION_NAME } from '#core/review/submission.ts'
import { note, print, table } from '#cli/terminal/print.ts'
import type { ImportTotals } from '#imports/import-totals.ts'
import { systemClock } from '#system-clock.ts'
import { ingestInThread, type FileReport, type IngestListener, type StoringOrder } from './ingest-in-thread.ts'
import { areSmall, filesAt } from './source.ts'

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
const placeOf = ({ file, position }: FileReport, isSingle: boolean): string =>
  isSingle ? position : `${file}, ${position}`

/** Only a thread that stores loads what it takes: memory is dear where much is stored. */
const ingestHere = async (
  order: StoringOrder,
  listener: IngestListener,
  interruption: AbortSignal,
): Promise<ImportTotals> => {
  const { storeFiles } = await import('./store-files.ts')
  return storeFiles(order, listener, () => interruption.aborted)
}

const ingestFiles = async (
  order: StoringOrder,
  interruption: AbortSignal,
): Promise<{ totals: ImportTotals; outlook: FileReport[] }> => {
  const bar = progressBar(order.files.reduce((sum, { bytes }) => sum + bytes, 0))
  const isSingle = order.files.length === 1
  const held: string[] = []
  const outlook: FileReport[] = []
  const listener: IngestListener = {
    reported: (report) => {
      if (order.isDryRun) outlook.push(report)
      if (report.outcome !== 'refused') return
      const line = `${placeOf(report, isSingle)}: ${report.reason}`
      // A bar on the terminal would be torn by lines written into it.
      if (bar === null) note(line)
      else held.push(line)
    },
    progressed: ({ bytes, ...counts }) => bar?.increment(bytes, counts),
    merging: () => bar?.update({ doing: ', merging the index' }),
  }
  const ingestAll = areSmall(order.files) ? ingestHere : ingestInThread
  const totals = await ingestAll(order, listener, interruption).finally(() => bar?.stop())
  for (const line of held) note(line)
  return { totals, outlook }
}

const parseSession = (text: string): string => {
  if (!INGEST_SESSION_NAME.test(text)) throw new InvalidArgumentError('Give 1 to 100 letters, digits, and . : _ -')
  return text
}

/** A line of the table of a dry run. */
const outlookRow = (report: FileReport, isSingle: boolean): string[] => {
  const place = placeOf(report, isSingle)
  if (report.outcome === 'refused') return [place, report.outcome, '', report.reason]
  const about = report.match === null ? '' : `${report.id} (${report.match.replace('_', ' ')})`
  const fields = report.fields.length === 0 ? '' : ` + ${report.fields.join(', ')}`
  return [place, report.outcome, `${about}${fields}`, report.title]
}

/** The closing line as JSON; proposals and what has no field are left out where there are none. */
const closingLine = ({
  read,
  stored,
  unchanged,
  enriched,
  proposed,
  refused,
  candidates,
  unmapped,
}: ImportTotals): string =>
  JSON.stringify({
    read,
    stored,
    unchanged,
    enriched,
    ...(proposed > 0 ? { proposed } : {}),
    refused,
    ...(candidates > 0 ? { candidates } : {}),
    ...(Object.keys(unmapped).length > 0 ? { unmapped } : {}),
  })

const closingSentence = ({
  read,
  stored,
  unchanged,
  enriched,
  proposed,
  refused,
  candidates,
}: ImportTotals): string => {
  const more = [
    candidates > 0 && `${candidates} candidates`,
    enriched > 0 && `${enriched} enriched`,
    proposed > 0 && `${proposed} proposed as revisions`,
  ]
  return `Read ${read}: ${[`${stored} stored`, `${unchanged} unchanged`, ...more.filter((part) => part !== false), `${refused} refused`].join(', ')}.`
}

type Options = {
  accept?: boolean
  session?: string
  from?: SourceFormat
  dryRun?: boolean
  resolve?: boolean
  json?: boolean
}

const ingest = async (path: string, options: Options): Promise<void> => {
  const { accept, session: named, from = null, dryRun: isDryRun = false, resolve: isResolved = false, json } = options
  const session = accept === true ? null : (named ?? systemClock.now().toISOString())
  const files = await filesAt(path)
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once('SIGINT', interrupt)
  const { totals, outlook } = await ingestFiles(
    { files, session, from, isDryRun, isResolved },
    interruption.signal,
  ).finally(() => process.off('SIGINT', interrupt))
  if (isDryRun && json === true) for (const report of outlook) print(JSON.stringify(report))
  else if (isDryRun)
    print(
      table([['place', 'would be', 'paper', 'title'], ...outlook.map((one) => outlookRow(one, files.length === 1))]),
    )
  print(json === true ? closingLine(totals) : closingSentence(totals))
  const unmapped = Object.entries(totals.unmapped).toSorted(([, a], [, b]) => b - a)
  if (unmapped.length > 0 && json !== true)
    note(`Without a field here: ${unmapped.map(([name, count]) => `${name} (${count})`).join(', ')}.`)
  if (isDryRun) note('Nothing was stored.')
  else if (totals.candidates > 0 && json !== true)
    note('Candidates wait in the inbox; --resolve fetches their records.')
  else if (session !== null && totals.stored > 0 && json !== true)
    note(`They wait for review as session ${session}: longview review accept --ingest '${session}' accepts all.`)
  const { aborted: isInterrupted } = interruption.signal
  if (isInterrupted) note('Interrupted: what is reported is stored; run the same command again to go on.')
  process.exitCode = isInterrupted ? 130 : totals.refused > 0 ? 1 : 0
}

export const addIngest = (program: Command): void => {
  program
    .command('ingest')
    .description(
      'read papers from a file or folder in any of the formats of docs/formats.md; valid ones are stored, others are reported',
    )
    .argument(
      '<file>',
      'JSON lines of papers (docs/contract.md, section 2.1), records of a catalogue, or a folder; - reads standard input',
    )
    .option('--accept', 'make the papers public at once instead of adding them to the review queue')
    .option('--session <name>', 'name of this ingestion session in the queue; the start time if left out', parseSession)
    .addOption(
      new Option('--from <format>', 'read as this format, whatever the content looks like').choices(sourceFormats),
    )
    .option('--resolve', 'of a list of DOIs and arXiv ids: fetch the records from arXiv and doi.org, and store them')
    .option('--dry-run', 'store nothing; print what would become of each record')
    .option(
      '--json',
      'print one closing line {"read","stored","unchanged","enriched","refused"}; with --dry-run a line for each record before it',
    )
    .action(ingest)
}
