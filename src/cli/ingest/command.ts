import { SingleBar, Presets } from 'cli-progress'
import { InvalidArgumentError, type Command } from 'commander'
import {
  ingestPapers,
  type IngestReport,
  type NumberedPaper,
  type RefusedLine,
} from '#actions/submissions/ingest-papers.ts'
import { INGEST_SESSION_NAME } from '#core/review/submission.ts'
import { assessPapers } from '#queries/assess-papers.ts'
import type { Corpus } from '#open-corpus.ts'
import { note, print } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'
import { Pace } from './pace.ts'
import { readAhead } from './read-ahead.ts'
import { piecesOf, sizeOf } from './source.ts'

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

/** Papers of a session are checked and wait for review; without a session they are accepted. */
const storePapers = async (
  { store, clock, run }: Corpus,
  { batch, session }: { batch: readonly NumberedPaper[]; session: string | null },
): Promise<IngestReport> => {
  if (session === null) return run(ingestPapers, { batch, state: 'accepted', actor: 'cli' })
  const papers = batch.map(({ paper }) => paper)
  const assessments = await assessPapers(store.private.papers, { batch: papers, now: clock.now() })
  return run(ingestPapers, { batch, state: 'pending', actor: 'cli', session, assessments })
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
  const pace = new Pace()
  let batch: NumberedPaper[] = []
  const storeBatch = async (): Promise<void> => {
    const papers = batch
    batch = []
    const result = await pace.store(papers.length, () => storePapers(corpus, { batch: papers, session }))
    report.stored += result.stored
    report.unchanged += result.unchanged
    for (const refused of result.refused) refuse(refused)
  }
  for await (const { bytes, lines } of readAhead(piecesOf(file), corpus.clock.now())) {
    for (const line of lines) {
      if (interrupted()) break
      report.read += 1
      if ('reason' in line) refuse(line)
      else batch.push(line)
      if (batch.length >= pace.size) await storeBatch()
    }
    bar?.increment(bytes, { stored: report.stored, refused: report.refused })
    if (interrupted()) break
  }
  if (batch.length > 0) await storeBatch()
  bar?.stop()
  for (const { line, reason } of refusals) note(`line ${line}: ${reason}`)
  return report
}

const parseSession = (text: string): string => {
  if (!INGEST_SESSION_NAME.test(text)) throw new InvalidArgumentError('Give 1 to 100 letters, digits, and . : _ -')
  return text
}

type Options = { accept?: boolean; session?: string; json?: boolean }

export const addIngest = (program: Command): void => {
  program
    .command('ingest')
    .description('read papers from a file, one JSON object per line; valid ones are stored, others are reported')
    .argument('<file>', 'papers as JSON lines (docs/contract.md, section 2.1); - reads standard input')
    .option('--accept', 'make the papers public at once instead of adding them to the review queue')
    .option('--session <name>', 'name of this ingestion session in the queue; the start time if left out', parseSession)
    .option('--json', 'print one closing line {"read","stored","unchanged","refused"}')
    .action((file: string, { accept, session: named, json }: Options) =>
      withCorpus(
        async (corpus) => {
          const session = accept === true ? null : (named ?? corpus.clock.now().toISOString())
          let interrupted = false
          const interrupt = (): void => {
            interrupted = true
          }
          process.once('SIGINT', interrupt)
          const report = await ingestFile(corpus, { file, session }, () => interrupted)
          process.off('SIGINT', interrupt)
          const { read, stored, unchanged, refused } = report
          if (json === true) print(JSON.stringify(report))
          else print(`Read ${read}: ${stored} stored, ${unchanged} unchanged, ${refused} refused.`)
          if (session !== null && stored > 0 && json !== true)
            note(
              `They wait for review as session ${session}: longview review accept --ingest '${session}' accepts all.`,
            )
          if (interrupted) note('Interrupted: what is reported is stored; run the same command again to go on.')
          process.exitCode = interrupted ? 130 : refused > 0 ? 1 : 0
        },
        { isBulk: true },
      ),
    )
}
