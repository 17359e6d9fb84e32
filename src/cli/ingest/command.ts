import { InvalidArgumentError, Option, type Command } from 'commander'
import { sourceFormats } from '#core/imports/imported-record.ts'
import { parseTableColumns } from '#core/imports/table-columns.ts'
import { pluralize } from '#core/numbers.ts'
import { INGEST_SESSION_NAME, INGEST_SESSION_NAME_RULE } from '#core/review/submission.ts'
import { note, print } from '#cli/terminal.ts'
import type { ImportTotals } from '#imports/import-totals.ts'
import { systemClock } from '#system-clock.ts'
import { ingestFiles, type FileReport, type IngestListener, type IngestOrder, filesAt } from './ingest-files.ts'
import { outlineLines } from './outline-lines.ts'
import { joinCollector } from './joins.ts'
import { closingLine, closingSentence, exitCodeOf, dryRunPrinter, untilInterrupted, watchProgress } from './progress.ts'
import { sendToSession, type SendOptions } from './send-files.ts'

const ingestAll = async (
  order: IngestOrder & { path: string },
  isJson: boolean,
  interruption: AbortSignal,
): Promise<ImportTotals> => {
  const isSingle = order.files.length === 1
  const joins = joinCollector(isSingle)
  const forecast = order.isDryRun ? dryRunPrinter({ isJson, isSingle }) : null
  // The lines of a dry run would break up a progress bar.
  const totals = await watchProgress(order.files, { hasBar: forecast === null }, (listener) => {
    const reported = (report: FileReport): void => {
      forecast?.take(report)
      joins.take(report)
      listener.reported(report)
    }
    const outlined: IngestListener['outlined'] = (outline, { place, columns }) => {
      for (const line of outlineLines(outline, { given: columns, place, path: order.path })) note(line)
    }
    return ingestFiles(order, { ...listener, reported, outlined }, interruption)
  })
  forecast?.end()
  // A forecast names them with each record, and what reads JSON is not a person.
  if (forecast === null && !isJson) for (const line of joins.lines()) note(line)
  return totals
}

const parseSession = (text: string): string => {
  if (!INGEST_SESSION_NAME.test(text)) throw new InvalidArgumentError(`Give ${INGEST_SESSION_NAME_RULE}`)
  return text
}

type Options = SendOptions & { accept?: boolean; session?: string; dryRun?: boolean; resolve?: boolean; to?: string }

const ingest = async (path: string, options: Options): Promise<void> => {
  if (options.to !== undefined) return sendToSession(path, options.to, options)
  const { accept, session: named, from = null, dryRun: isDryRun = false, resolve: isResolved = false, json } = options
  const { columns = null, fullText: keepsText = false } = options
  const session = accept === true ? null : (named ?? systemClock.now().toISOString())
  const files = await filesAt(path)
  const { result: totals, isInterrupted } = await untilInterrupted((interruption) =>
    ingestAll({ path, files, session, from, columns, isDryRun, isResolved, keepsText }, json === true, interruption),
  )
  print(json === true ? closingLine(totals) : closingSentence(totals))
  const unmapped = Object.entries(totals.unmapped).toSorted(([, a], [, b]) => b - a)
  if (unmapped.length > 0 && json !== true)
    note(`Fields not kept: ${unmapped.map(([name, count]) => `${name} (${count})`).join(', ')}.`)
  if (isDryRun) note('Nothing was stored.')
  else if (totals.candidates > 0 && json !== true)
    note('The candidates are in the inbox; --resolve fetches their records.')
  else if (totals.held > 0 && json !== true)
    note(
      `${pluralize(totals.held, 'stored paper waits', 'stored papers wait')} in review for an assessment, as REQUIRE_ASSESSMENT says, or for a chapter that the library has.`,
    )
  else if (session !== null && totals.stored > 0 && json !== true)
    note(`They wait for review as session ${session}: longview review accept --ingest '${session}' accepts all.`)
  if (columns !== null && !isDryRun && totals.read > totals.refused && json !== true)
    note('Tables with the same header are read like this from now on; "longview columns list" shows them.')
  if (isInterrupted) note('Interrupted: the papers reported so far are stored; run the same command again to continue.')
  process.exitCode = exitCodeOf(totals, isInterrupted)
}

export const addIngest = (program: Command): void => {
  program
    .command('ingest')
    .description(
      'read papers from a file or folder in any format of docs/formats.md; valid ones are stored, others are reported',
    )
    .argument(
      '<file>',
      'JSON lines of papers (docs/contract.md, section 2.1), records of a catalogue, or a folder; - reads standard input',
    )
    .option(
      '--accept',
      'make the papers public at once instead of adding them to the review queue, unless REQUIRE_ASSESSMENT holds them',
    )
    .option('--session <name>', 'name of this ingestion session in the queue; the start time if left out', parseSession)
    .addOption(
      new Option('--from <format>', 'read as this format, regardless of what the content looks like').choices(
        sourceFormats,
      ),
    )
    .option(
      '--columns <list>',
      'for tables: the columns that fill fields, such as title=Titel,authors=Verfasser; --dry-run proposes them',
      (text) => parseTableColumns(text, '--columns'),
    )
    .option('--full-text', 'for PDFs: also keep the text when no open licence is named; you may show it to everybody')
    .option(
      '--resolve',
      'for a list of DOIs and arXiv ids, and PDFs that show one: fetch the records from arXiv and doi.org and store them',
    )
    .addOption(
      new Option(
        '--to <url>',
        'send to an ingestion session of a server instead: the "url" of "longview sessions open"',
      ).conflicts(['accept', 'session', 'dryRun', 'resolve']),
    )
    .option('--key-file <file>', 'with --to: file with the key of the session; LONGVIEW_KEY holds it if left out')
    .option('--dry-run', 'store nothing; print what would happen to each record')
    .option(
      '--json',
      'print one closing line {"read","stored","unchanged","enriched","refused"}; with --dry-run a line for each record before it',
    )
    .action(ingest)
}
