import { watchSource, changeSource, sourceChanges, type SourceChange } from '#actions/sources.ts'
import { Failure } from '#core/failure.ts'
import {
  addressedKinds,
  isFileKind,
  noRunCounts,
  type WatchedSource,
  sourceKinds,
  type SourceKind,
} from '#core/sources/watched-source.ts'
import { addCheck } from './check-papers.ts'
import { note, print, withCorpus, table } from './terminal.ts'
import type { Corpus } from '#open-corpus.ts'
import { addressChecker } from '#outbound/check-address.ts'
import { openSourceReader, type SourceReading } from '#open-source-reader.ts'
import { Argument, InvalidArgumentError, type Command } from 'commander'
import { FIRST_DAYS, sourceNumberRule, sourceSchema } from '#schemas/source-schema.ts'
import { parseInput } from '#schemas/validate.ts'

type RunOutcome = Awaited<ReturnType<SourceReading>>

const outcomeTexts: Record<RunOutcome, string> = {
  done: 'everything new was read',
  full: 'the daily cap is reached',
  lost: 'it was paused, removed or taken over',
  failed: 'it could not be read',
  interrupted: 'interrupted; the next run continues from there',
  busy: 'another process is reading it',
}

const report = async (
  { store }: Corpus,
  { source, outcome, isJson }: { source: WatchedSource; outcome: RunOutcome; isJson: boolean },
): Promise<void> => {
  const { id, name } = source
  const [last] = outcome === 'busy' ? [] : await store.private.sources.runs(id, 1)
  const { requests, read, added, known, refused } = last ?? noRunCounts()
  const error = last?.error ?? null
  if (isJson) {
    print(JSON.stringify({ id, outcome, requests, read, added, known, refused, error }))
    return
  }
  print(
    `${id} (${name}): ${isFileKind(source.kind) ? `${read} rows read, ` : ''}${added} new, ${known} known, ${refused} refused; ${error?.replace(/\.$/u, '') ?? outcomeTexts[outcome]}.`,
  )
  for (const { position, reason } of last?.refusals ?? []) note(`${position}: ${reason}`)
}

const selectSources = async ({ store }: Corpus, id: number | undefined): Promise<WatchedSource[]> => {
  if (id === undefined) return (await store.private.sources.list()).filter(({ state }) => state === 'active')
  const source = await store.private.sources.get(id)
  if (source.state === 'paused')
    throw new Failure('wrong_state', `The source ${id} is paused: longview sources resume ${id}`)
  return [source]
}

/** Reads sources in this process, one after another, whether or not they are due. */
const runSources = (id: number | undefined, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus, config) => {
    const read = openSourceReader(config, corpus, config.publicUrl)
    const stop = new AbortController()
    const interrupt = (): void => stop.abort()
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
    const outcomes: RunOutcome[] = []
    for (const source of await selectSources(corpus, id)) {
      if (stop.signal.aborted) break
      const outcome = await read(source, stop.signal)
      outcomes.push(outcome)
      await report(corpus, { source, outcome, isJson: json === true })
    }
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    if (stop.signal.aborted) process.exitCode = 130
    else if (outcomes.some((outcome) => outcome === 'failed' || outcome === 'busy')) process.exitCode = 1
  })

type JsonOption = { json?: boolean }

const parseId = (text: string): number => {
  if (!/^\d{1,9}$/u.test(text)) throw new InvalidArgumentError('Give the number that "longview sources list" shows.')
  return Number(text)
}

/** A source as scripts see it; the reading position is internal. */
const presentSource = ({ position, takenOn, takenCount, ...source }: WatchedSource) => ({
  ...source,
  from: position.from,
  today: takenOn === null ? null : { day: takenOn, candidates: takenCount },
})

type AddOptions = JsonOption & {
  address?: string
  set?: string
  prefix?: string
  name?: string
  from?: string
  every?: string
  cap?: string
}

/** Repositories, feeds and files are given by address; arXiv, Crossref and OpenAlex by query. */
const isAddressed = (kind: SourceKind): boolean => addressedKinds[kind] !== undefined

const add = (kind: SourceKind, what: string, options: AddOptions): Promise<void> =>
  withCorpus(async ({ run, clock }, config) => {
    const { address, set, prefix, name, from, every, cap, json } = options
    const target = isAddressed(kind) ? { address: what, query: set } : { address, query: what }
    const given = { kind, ...target, metadataPrefix: prefix, name, from, everyMinutes: every, dailyCap: cap }
    const described = parseInput(
      sourceSchema(clock.now(), addressChecker(config.outbound)),
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    )
    const source = await run(watchSource, { ...described, actor: 'cli' })
    if (json === true) print(JSON.stringify(presentSource(source)))
    else
      print(
        `Source ${source.id} (${source.name}) is added: a running server now reads it; so does "longview sources run".`,
      )
  })

const list = ({ json }: JsonOption): Promise<void> =>
  withCorpus(async ({ store }) => {
    const sources = await store.private.sources.list()
    if (json === true) print(JSON.stringify(sources.map(presentSource)))
    else
      print(
        table([
          ['id', 'state', 'kind', 'name', 'last read', 'next', 'error'],
          ...sources.map(({ id, state, kind, name, lastSuccessAt, nextRunAt, lastError }) => [
            String(id),
            state,
            kind,
            name,
            lastSuccessAt ?? 'never',
            state === 'paused' ? '' : nextRunAt,
            lastError ?? '',
          ]),
        ]),
      )
  })

const done: Record<SourceChange, string> = { pause: 'paused', resume: 'active', remove: 'removed' }

const change = (id: number, made: SourceChange, { json }: JsonOption): Promise<void> =>
  withCorpus(async ({ run }) => {
    await run(changeSource, { id, change: made, actor: 'cli' })
    print(json === true ? JSON.stringify({ id, state: done[made] }) : `Source ${id} is ${done[made]}.`)
  })

const changeHelp: Record<SourceChange, string> = {
  pause: 'stop reading a source for now',
  resume: 'read a paused source again, from where it stopped',
  remove: 'stop reading a source for good; its candidates stay',
}

const KIND_HELP =
  'arxiv (a category such as cs.AI, or a search), oai (the address of a repository), crossref or openalex (a filter), feed (the address of an Atom or RSS feed), retraction-watch (the address of its CSV)'

export const addSources = (program: Command): void => {
  const sources = program
    .command('sources')
    .description(
      'watched sources of new papers: add, list, run, pause, resume, remove; check what became of public papers',
    )
  sources
    .command('add')
    .description('watch a source; until one is added, no requests go to other servers')
    .addArgument(new Argument('<kind>', KIND_HELP).choices(sourceKinds))
    .argument('<what>', 'the query or the address, depending on the kind')
    .option('--set <set>', 'oai: only this set')
    .option('--prefix <name>', 'oai: the metadata format; arXiv at arxiv.org, otherwise oai_dc')
    .option('--address <url>', 'arxiv, crossref, openalex: another address of the API')
    .option('--name <name>', 'what to call it')
    .option('--from <day>', `first day to read, such as 2026-11-01, or "all"; ${FIRST_DAYS} days ago if left out`)
    .option('--every <minutes>', `how often to read it: ${sourceNumberRule('everyMinutes')}`)
    .option('--cap <number>', `candidates a day: ${sourceNumberRule('dailyCap')}`)
    .option('--json', 'print the source')
    .action(add)
  sources.command('list').description('list all sources').option('--json', 'print an array').action(list)
  sources
    .command('run')
    .description('read new records now, in this process; exit 1 on errors')
    .argument('[id]', 'the source; every active one if left out', parseId)
    .option('--json', 'print a line {"id","outcome","requests","read","added","known","refused","error"} for each')
    .action(runSources)
  addCheck(sources)
  for (const made of sourceChanges)
    sources
      .command(made)
      .description(changeHelp[made])
      .argument('<id>', 'number from "longview sources list"', parseId)
      .option('--json', 'print {"id","state"}')
      .action((id: number, options: JsonOption) => change(id, made, options))
}
