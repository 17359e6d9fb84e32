import { setTimeout as pause } from 'node:timers/promises'
import { SingleBar, Presets } from 'cli-progress'
import { InvalidArgumentError, type Command } from 'commander'
import { ingestPapers, type NumberedPaper, type RefusedLine } from '#actions/ingest-papers.ts'
import { Failure } from '#core/failure.ts'
import { SESSION_NAME } from '#core/submission.ts'
import { parsePaperForm } from '#exchange/paper-form.ts'
import { parseStrictJson } from '#exchange/strict-json.ts'
import type { Corpus } from '../app.ts'
import { note, print } from './print.ts'
import { readLines, sizeOf, type NumberedLine } from './read-lines.ts'
import { withCorpus } from './with-corpus.ts'

/** A transaction should hold others up for no longer than this; batches grow and shrink towards it. */
const HOLD_MS = 40
/** Between transactions others get their turn for at least so long; reading the next batch counts. */
const GAP_MS = 10
const FIRST_BATCH = 20
const LARGEST_BATCH = 500

const decoder = new TextDecoder('utf-8', { fatal: true })

type ReadResult = NumberedPaper | RefusedLine | null

/** A line as a paper, or why it is none; null for an empty line. */
const readPaper = ({ line, bytes }: NumberedLine, now: Date): ReadResult => {
  try {
    const text = decoder.decode(bytes).trim()
    if (text === '') return null
    const checked = parsePaperForm(parseStrictJson(text), now)
    if (checked.ok) return { line, paper: checked.value.paper }
    return { line, reason: checked.mistakes.map(({ path, message }) => `${path}: ${message}`).join('; ') }
  } catch (error) {
    return { line, reason: error instanceof Failure ? error.message : 'This is not valid UTF-8.' }
  }
}

const progressBar = (total: number): SingleBar | null => {
  if (!process.stderr.isTTY || total === 0) return null
  const bar = new SingleBar(
    {
      format: ' {bar} {percentage}% | {stored} stored, {refused} refused | {eta_formatted} left',
      stream: process.stderr,
    },
    Presets.shades_classic,
  )
  bar.start(total, 0, { stored: 0, refused: 0 })
  return bar
}

type Report = { read: number; stored: number; unchanged: number; refused: number }

const ingestFile = async (
  corpus: Corpus,
  { file, session }: { file: string; session: string | null },
  interrupted: () => boolean,
): Promise<Report> => {
  const report: Report = { read: 0, stored: 0, unchanged: 0, refused: 0 }
  const bar = progressBar(await sizeOf(file))
  const refusals: RefusedLine[] = []
  const refuse = (refused: RefusedLine): void => {
    report.refused += 1
    // A bar on the terminal would be torn by lines written into it.
    if (bar === null) note(`line ${refused.line}: ${refused.reason}`)
    else refusals.push(refused)
  }
  let size = FIRST_BATCH
  let batch: NumberedPaper[] = []
  let freeSince = 0
  const store = async (): Promise<void> => {
    await pause(Math.max(0, freeSince + GAP_MS - performance.now()))
    const begun = performance.now()
    const state = session === null ? 'accepted' : 'pending'
    const result = await ingestPapers(corpus, batch, { state, actor: 'cli', session })
    freeSince = performance.now()
    const perPaper = (freeSince - begun) / batch.length
    size = Math.max(1, Math.min(LARGEST_BATCH, Math.floor(HOLD_MS / perPaper), size * 2))
    report.stored += result.stored
    report.unchanged += result.unchanged
    for (const refused of result.refused) refuse(refused)
    batch = []
  }
  for await (const numbered of readLines(file)) {
    if (interrupted()) break
    const result = readPaper(numbered, corpus.clock.now())
    bar?.increment(numbered.bytes.length + 1, { stored: report.stored, refused: report.refused })
    if (result === null) continue
    report.read += 1
    if ('reason' in result) refuse(result)
    else batch.push(result)
    if (batch.length >= size) await store()
  }
  if (batch.length > 0) await store()
  bar?.stop()
  for (const { line, reason } of refusals) note(`line ${line}: ${reason}`)
  return report
}

const parseSession = (text: string): string => {
  if (!SESSION_NAME.test(text)) throw new InvalidArgumentError('Give 1 to 100 letters, digits, and . : _ -')
  return text
}

type Options = { accept?: boolean; session?: string; json?: boolean }

export const addIngest = (program: Command): void => {
  program
    .command('ingest')
    .description('read papers in contract form, one JSON object a line; all that is valid is stored')
    .argument('<file>', 'JSON lines, optionally with fullText and type; - reads standard input')
    .option('--accept', 'make them public at once instead of queueing them for review')
    .option(
      '--session <name>',
      'what to call these papers in the queue; the time of the start if left out',
      parseSession,
    )
    .option('--json', 'print one closing line {"read","stored","unchanged","refused"}')
    .action((file: string, { accept, session: named, json }: Options) =>
      withCorpus(async (corpus) => {
        const session = accept === true ? null : (named ?? corpus.clock.now().toISOString())
        let interrupted = false
        process.once('SIGINT', () => {
          interrupted = true
        })
        const report = await ingestFile(corpus, { file, session }, () => interrupted)
        const { read, stored, unchanged, refused } = report
        if (json === true) print(JSON.stringify(report))
        else print(`Read ${read}: ${stored} stored, ${unchanged} unchanged, ${refused} refused.`)
        if (session !== null && stored > 0 && json !== true)
          note(`They wait for review as session ${session}: longview review accept --ingest '${session}' accepts all.`)
        if (interrupted) note('Interrupted: what is reported is stored; run the same command again to go on.')
        process.exitCode = interrupted ? 130 : refused > 0 ? 1 : 0
      }),
    )
}
