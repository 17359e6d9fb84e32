import { SingleBar, Presets } from 'cli-progress'
import { InvalidArgumentError, type Command } from 'commander'
import type { RefusedLine } from '#actions/submissions/ingest-papers.ts'
import { INGEST_SESSION_NAME } from '#core/review/submission.ts'
import { note, print } from '#cli/terminal/print.ts'
import { systemClock } from '#system-clock.ts'
import { ingestInThread, type StoringOrder } from './ingest-in-thread.ts'
import type { IngestTotals } from './ingest-lines.ts'
import { sizeOf } from './source.ts'

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

const ingestFile = async (order: StoringOrder, interruption: AbortSignal): Promise<IngestTotals> => {
  const bar = progressBar(await sizeOf(order.file))
  const refusals: RefusedLine[] = []
  const refused = (line: RefusedLine): void => {
    // A bar on the terminal would be torn by lines written into it.
    if (bar === null) note(`line ${line.line}: ${line.reason}`)
    else refusals.push(line)
  }
  const listener: Parameters<typeof ingestInThread>[1] = {
    refused,
    progressed: ({ bytes, ...counts }) => bar?.increment(bytes, counts),
    merging: () => bar?.update({ doing: ', merging the index' }),
  }
  const totals = await ingestInThread(order, listener, interruption).finally(() => bar?.stop())
  for (const { line, reason } of refusals) note(`line ${line}: ${reason}`)
  return totals
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
    .action(async (file: string, { accept, session: named, json }: Options) => {
      const session = accept === true ? null : (named ?? systemClock.now().toISOString())
      const interruption = new AbortController()
      const interrupt = (): void => interruption.abort()
      process.once('SIGINT', interrupt)
      const totals = await ingestFile({ file, session }, interruption.signal).finally(() =>
        process.off('SIGINT', interrupt),
      )
      const { read, stored, unchanged, refused } = totals
      if (json === true) print(JSON.stringify(totals))
      else print(`Read ${read}: ${stored} stored, ${unchanged} unchanged, ${refused} refused.`)
      if (session !== null && stored > 0 && json !== true)
        note(`They wait for review as session ${session}: longview review accept --ingest '${session}' accepts all.`)
      const { aborted: isInterrupted } = interruption.signal
      if (isInterrupted) note('Interrupted: what is reported is stored; run the same command again to go on.')
      process.exitCode = isInterrupted ? 130 : refused > 0 ? 1 : 0
    })
}
