import { InvalidArgumentError, type Command } from 'commander'
import { Failure } from '#core/failure.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { openCheckingPorts } from '#open-source-reader.ts'
import { checkPapers } from '#sources/check-papers.ts'
import { SourceFault } from '#sources/protocols.ts'
import { note, parseCount, print, withCorpus } from './terminal.ts'

type Options = { limit?: number; days?: number; json?: boolean }

const DAY_MS = 86_400_000
const USUAL_DAYS = 30
const USUAL_LIMIT = 1_000
/** A line of progress after this many papers. */
const NOTED_EVERY = 50

const parsePaperId = (text: string): string => {
  if (!PAPER_ID.test(text)) throw new InvalidArgumentError('Give the id of a paper, such as p42.')
  return text
}

const check = (id: string | undefined, { limit = USUAL_LIMIT, days = USUAL_DAYS, json }: Options): Promise<void> =>
  withCorpus(async (corpus, config) => {
    const stop = new AbortController()
    const interrupt = (): void => stop.abort()
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
    const before = new Date(corpus.clock.now().getTime() - days * DAY_MS).toISOString()
    const order = { id: id ?? null, before, limit, signal: stop.signal }
    let checked = 0
    let changed = 0
    try {
      for await (const paper of checkPapers(openCheckingPorts(config, corpus), order)) {
        checked += 1
        const found = [...paper.notices, ...(paper.fields.length === 0 ? [] : [`proposes ${paper.fields.join(', ')}`])]
        if (found.length > 0) changed += 1
        if (json === true) print(JSON.stringify(paper))
        else for (const each of found) print(`${paper.id} (${paper.title}): ${each}`)
        if (checked % NOTED_EVERY === 0) note(`${checked} papers checked, proposals for ${changed}.`)
      }
    } catch (error) {
      if (!stop.signal.aborted)
        throw error instanceof SourceFault ? new Failure('unavailable', error.message, { cause: error }) : error
    } finally {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    }
    note(`${checked} papers checked, proposals for ${changed}.${stop.signal.aborted ? ' Run it again to go on.' : ''}`)
    if (stop.signal.aborted) process.exitCode = 130
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
