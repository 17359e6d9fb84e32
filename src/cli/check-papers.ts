import type { Command } from 'commander'
import type { Proposed } from '#actions/upstream.ts'
import { Failure } from '#core/failure.ts'
import { openCheckingPorts } from '#open-source-reader.ts'
import { checkPapers } from '#sources/check-papers.ts'
import { SourceFault } from '#sources/protocols.ts'
import { note, parseCount, parsePaperId, print, withCorpus } from './terminal.ts'

type Options = { limit?: number; days?: number; json?: boolean }

const DAY_MS = 86_400_000
const USUAL_DAYS = 30
const USUAL_LIMIT = 1_000
/** A line of progress after this many papers. */
const NOTED_EVERY = 50

/**
 * Prints what is proposed for papers as they come, with progress; ends early when the process is interrupted. `goOn` says how to go on
 * after the last paper.
 */
export const reportPapers = async (
  read: (signal: AbortSignal) => AsyncIterable<Proposed & { id: string; title: string }>,
  { isJson, goOn }: { isJson: boolean; goOn: (last: string) => string },
): Promise<void> => {
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  let [asked, changed, last] = [0, 0, '']
  const noteProgress = (remark = ''): void => note(`${asked} papers checked, proposals for ${changed}.${remark}`)
  try {
    for await (const paper of read(stop.signal)) {
      asked += 1
      last = paper.id
      const found = [...paper.notices, ...(paper.fields.length === 0 ? [] : [`proposes ${paper.fields.join(', ')}`])]
      if (found.length > 0) changed += 1
      if (isJson) print(JSON.stringify(paper))
      else for (const each of found) print(`${paper.id} (${paper.title}): ${each}`)
      if (asked % NOTED_EVERY === 0) noteProgress()
    }
    noteProgress()
  } catch (error) {
    if (last !== '') noteProgress(` ${goOn(last)}`)
    if (!stop.signal.aborted)
      throw error instanceof SourceFault ? new Failure('unavailable', error.message, { cause: error }) : error
    process.exitCode = 130
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

const check = (id: string | undefined, { limit = USUAL_LIMIT, days = USUAL_DAYS, json }: Options): Promise<void> =>
  withCorpus((corpus, config) => {
    const before = new Date(corpus.clock.now().getTime() - days * DAY_MS).toISOString()
    return reportPapers(
      (signal) => checkPapers(openCheckingPorts(config, corpus), { id: id ?? null, before, limit, signal }),
      { isJson: json === true, goOn: () => 'Run it again to go on.' },
    )
  })

export const addCheck = (sources: Command): void => {
  sources
    .command('check')
    .description(
      'ask arXiv and Crossref what became of public papers, and whether their addresses are gone; propose it',
    )
    .argument('[paper]', 'only this one; if left out, those that were not checked for some days', parsePaperId)
    .option('--limit <number>', `at most so many; ${USUAL_LIMIT} if left out`, parseCount)
    .option('--days <number>', `for how many days a check is enough; ${USUAL_DAYS} if left out`, parseCount)
    .option('--json', 'print a line {"id","title","link","fields","notices"} for each paper')
    .action(check)
}
