import { Argument, InvalidArgumentError, type Command } from 'commander'
import { watchSource } from '#actions/sources/watch-source.ts'
import { changeSource, sourceChanges, type SourceChange } from '#actions/sources/change-source.ts'
import { sourceKinds, type SourceKind, type WatchedSource } from '#core/sources/watched-source.ts'
import { FIRST_DAYS, sourceNumberRule, sourceSchema } from '#schemas/source-schema.ts'
import { parseInput } from '#schemas/validate.ts'
import { print, table } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'
import { runSources } from './run-sources.ts'

type JsonOption = { json?: boolean }

const parseId = (text: string): number => {
  if (!/^\d{1,9}$/u.test(text)) throw new InvalidArgumentError('Give the number that "longview sources list" shows.')
  return Number(text)
}

/** A source as scripts read it; how far it was read is its own affair. */
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

/** Repositories and feeds are addresses; of arXiv, Crossref and OpenAlex the question is what matters. */
const isAddressed = (kind: SourceKind): boolean => kind === 'oai' || kind === 'feed'

const add = (kind: SourceKind, what: string, options: AddOptions): Promise<void> =>
  withCorpus(async ({ run, clock }) => {
    const { address, set, prefix, name, from, every, cap, json } = options
    const asked = isAddressed(kind) ? { address: what, query: set } : { address, query: what }
    const given = { kind, ...asked, metadataPrefix: prefix, name, from, everyMinutes: every, dailyCap: cap }
    const described = parseInput(
      sourceSchema(clock.now()),
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    )
    const source = await run(watchSource, { ...described, actor: 'cli' })
    if (json === true) print(JSON.stringify(presentSource(source)))
    else
      print(
        `Source ${source.id} (${source.name}) is added: a running server asks it now, and "longview sources run" does.`,
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

const meanings: Record<SourceChange, string> = {
  pause: 'ask a source no more for now',
  resume: 'ask a paused source again, from where it was read',
  remove: 'ask a source no more; the candidates it brought stay',
}

const KIND_HELP =
  'arxiv (a category such as cs.AI, or a search), oai (the address of a repository), crossref or openalex (a filter), feed (the address of an Atom or RSS feed)'

export const addSources = (program: Command): void => {
  const sources = program
    .command('sources')
    .description('watched sources of new papers: add, list, run, pause, resume, remove')
  sources
    .command('add')
    .description('watch a source; nothing is asked of other servers before one is added')
    .addArgument(new Argument('<kind>', KIND_HELP).choices(sourceKinds))
    .argument('<what>', 'the query or the address, depending on the kind')
    .option('--set <set>', 'oai: only this set')
    .option('--prefix <name>', 'oai: the metadata format; arXiv at arxiv.org, otherwise oai_dc')
    .option('--address <url>', 'arxiv, crossref, openalex: another address of the interface')
    .option('--name <name>', 'what to call it')
    .option('--from <day>', `from which day on, such as 2026-11-01, or "all"; ${FIRST_DAYS} days ago if left out`)
    .option('--every <minutes>', `how often to ask: ${sourceNumberRule('everyMinutes')}`)
    .option('--cap <number>', `candidates a day: ${sourceNumberRule('dailyCap')}`)
    .option('--json', 'print the source')
    .action(add)
  sources.command('list').description('list all sources').option('--json', 'print an array').action(list)
  sources
    .command('run')
    .description('read new records now, in this process; errors end in exit code 1')
    .argument('[id]', 'the source; every active one if left out', parseId)
    .option('--json', 'print a line {"id","outcome","requests","read","added","known","refused","error"} for each')
    .action(runSources)
  for (const made of sourceChanges)
    sources
      .command(made)
      .description(meanings[made])
      .argument('<id>', 'number from "longview sources list"', parseId)
      .option('--json', 'print {"id","state"}')
      .action((id: number, options: JsonOption) => change(id, made, options))
}
