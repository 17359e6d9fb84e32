import { readFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { Option, type Command } from 'commander'
import { Failure } from '#core/failure.ts'
import { isCitationProblem, isQuotationProblem, MAX_REPORT_BYTES } from '#core/report/checked-report.ts'
import { doSteps, type Steps } from '#core/steps.ts'
import { checkReport } from '#queries/check-report.ts'
import { type PresentedReport, presentReport } from '#schemas/report-schema.ts'
import { presentSarif } from '#schemas/sarif.ts'
import { addLibraryOptions, withLibrary } from './library.ts'
import { note, print, withCorpus } from './terminal.ts'

type Options = { at?: string; json?: boolean; sarif?: boolean; strict?: boolean }

const readText = async (file: string): Promise<string> => {
  try {
    const text = file === '-' ? await textOf(process.stdin) : await readFile(file, 'utf8')
    if (Buffer.byteLength(text) > MAX_REPORT_BYTES)
      throw new Failure(
        'too_large',
        `${file} is larger than the limit of ${MAX_REPORT_BYTES} bytes; check it in parts.`,
      )
    return text
  } catch (error) {
    if (error instanceof Failure) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure('not_found', `${file} cannot be read: ${reason}.`, { cause: error })
  }
}

/** In the library of `--at`; without it, in the database that DATABASE_URL names, or else in the library that this server serves. */
const checkText = async (text: string, { at, strict = false }: Options): Promise<PresentedReport> => {
  const isLocal = at === undefined && (process.env['DATABASE_URL'] ?? '') !== ''
  const checked: PresentedReport[] = []
  if (isLocal)
    await withCorpus(async ({ store }, { publicUrl, port }) => {
      const ports = {
        reader: store.public,
        takeTurn: <Result>(work: () => Promise<Result>) => work(),
        inTurns: async <Result>(steps: Steps<Result>) => doSteps(steps),
      }
      checked.push(presentReport(await checkReport(ports, text, publicUrl ?? `http://127.0.0.1:${port}`), strict))
    })
  else
    await withLibrary(at === undefined ? {} : { at }, async (library) => {
      checked.push(await library.checkText(text, { strict }))
    })
  const [report] = checked
  if (report === undefined) throw new Failure('unavailable', 'The library gave no answer; try again.')
  return report
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

const verdictLines = ({ citations, quotations }: PresentedReport, file: string): string[] =>
  [
    ...citations.map(({ line, verdict, text, paper, reason }) => ({
      line,
      says: [verdict, paper ?? '', oneLine(text), reason === null ? '' : `– ${reason}`],
    })),
    ...quotations.map(({ line, verdict, text, paper, nearest }) => ({
      line,
      says: [
        verdict,
        paper ?? '',
        `“${oneLine(text)}”`,
        nearest === null ? '' : `– the paper says: “${oneLine(nearest)}”`,
      ],
    })),
  ]
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, says }) => `${file}:${line}: ${says.filter((part) => part !== '').join(' ')}`)

/** The address of a file in SARIF: relative to the folder of the command, if the file is in it. */
const uriOf = (file: string): string => {
  if (file === '-') return 'stdin'
  const path = relative(process.cwd(), resolve(file))
  return path.startsWith('..') || path.startsWith(sep)
    ? pathToFileURL(file).href
    : path.split(sep).map(encodeURIComponent).join('/')
}

const check = async (file: string, options: Options): Promise<void> => {
  const { json, sarif, strict = false } = options
  const report = await checkText(await readText(file), options)
  const { summary, citations, quotations } = report
  if (sarif === true) print(JSON.stringify(presentSarif(report, { uri: uriOf(file), isStrict: strict })))
  else if (json === true) print(JSON.stringify(report))
  else {
    const lines = verdictLines(
      {
        summary,
        citations: citations.filter((one) => one.verdict === 'unknown' || isCitationProblem(one, strict)),
        quotations: quotations.filter(isQuotationProblem),
      },
      file,
    )
    if (lines.length > 0) print(lines.join('\n'))
    note(`${summary.citations} citations, ${summary.quotations} quotations, ${summary.problems} problems.`)
  }
  if (summary.problems > 0) process.exitCode = 1
}

export const addCheckText = (program: Command): void => {
  const command = program
    .command('check')
    .description('check what a text cites and quotes against a library; ends with 1 if there is a problem')
    .argument('<file>', 'a text in Markdown or plain text; - for standard input')
    .addOption(new Option('--sarif', 'print the problems as SARIF 2.1.0').conflicts('json'))
    .option('--strict', 'works outside of the library are problems, too')
  addLibraryOptions(command, 'print {"summary","citations","quotations"} as POST /api/v1/check answers')
    .addHelpText(
      'after',
      `
Without --at, the database of DATABASE_URL is read; where that is not set, PUBLIC_URL or the server on PORT is asked.

Examples:
  longview check report.md
  longview check report.md --at https://library.example.org --strict
  longview check report.md --sarif > report.sarif`,
    )
    .action(check)
}
