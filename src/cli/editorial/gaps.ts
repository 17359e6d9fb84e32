import { Argument, type Command } from 'commander'
import { addGap, changeGapState, type GapWords } from '#actions/editorial/gaps.ts'
import { type GapState, gapStates } from '#core/editorial/gap.ts'
import { Failure } from '#core/failure.ts'
import { FROM_HELP, parsePaperId, parseVersion, print, readFormFile, table, withCorpus } from '#cli/terminal.ts'
import { editedGaps, gapStateInput } from '#edited/gaps.ts'
import { presentHistory } from '#schemas/present-record.ts'
import { parseInput } from '#schemas/validate.ts'
import { type EditOptions, printSaved, replaceFromFile } from './edited-resource.ts'
import { warnOfMarks } from './evidence.ts'

const list = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store }) => {
    const gaps = await store.private.gaps.list(null)
    if (json === true) print(JSON.stringify(gaps.map(({ papers, ...gap }) => ({ ...gap, paperCount: papers }))))
    else
      print(
        table([
          ['id', 'severity', 'state', 'papers', 'title'],
          ...gaps.map((gap) => [gap.id, gap.severity, gap.state, String(gap.papers), gap.title]),
        ]),
      )
  })

const show = (id: string): Promise<void> =>
  withCorpus(async ({ store }) => {
    print(JSON.stringify(editedGaps.present(await editedGaps.get(store.private, id)), null, 2))
  })

const markedTexts = ({ explanation }: GapWords): string[] => [explanation]

const add = (file: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const gap = await readFormFile(file, editedGaps.input)
    const { id, version } = await corpus.run(addGap, { gap, actor: 'cli' })
    print(json === true ? JSON.stringify({ id, version }) : `${id} was added.`)
    await warnOfMarks(corpus, markedTexts(gap))
  })

const edit = replaceFromFile(editedGaps, (id) => ({ id: { id }, sentence: `${id} is` }), markedTexts)

const history = (id: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store }) => {
    const found = await store.private.gaps.history(id)
    if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
    if (json === true) print(JSON.stringify(presentHistory(found)))
    else
      print(
        table([
          ['at', 'entry', 'papers', 'reason'],
          ...found.map(({ at, entry, papers, reason }) => [at, entry, papers.join(' '), reason ?? '']),
        ]),
      )
  })

type StateOptions = EditOptions & { reason: string; paper?: string[] }

const setState = (
  id: string,
  state: GapState,
  { reason, paper: papers = [], ...options }: StateOptions,
): Promise<void> =>
  withCorpus(async (corpus) => {
    const words = parseInput(gapStateInput, { state, reason, papers })
    const version = await corpus.run(changeGapState, { id, words, version: options.from ?? null, actor: 'cli' })
    printSaved({ id: { id }, sentence: `${id} is ${state}`, version }, options)
  })

const collectPapers = (text: string, before: string[] = []): string[] => [...before, parsePaperId(text)]

export const addGaps = (program: Command): void => {
  const gaps = program.command('gaps').description('research gaps: list, show, add, edit, narrow, close and reopen')
  gaps
    .command('list')
    .description('list all research gaps, most severe first')
    .option('--json', 'print an array')
    .action(list)
  gaps
    .command('show')
    .description('print a gap in the format that "longview gaps edit" reads')
    .argument('<id>', 'id from "longview gaps list"')
    .action(show)
  gaps
    .command('add')
    .description('add a gap with the next free id')
    .argument('<file>', 'JSON: {"title","severity","explanation","papers"}; - reads standard input')
    .option('--json', 'print {"id","version"}')
    .action(add)
  gaps
    .command('edit')
    .description('replace a gap by a new version')
    .argument('<id>', 'id from "longview gaps list"')
    .argument('<file>', 'JSON as for "longview gaps add"; - reads standard input')
    .option('--from <version>', FROM_HELP, parseVersion)
    .option('--json', 'print {"id","version"}')
    .action(edit)
  gaps
    .command('history')
    .description('print the life of a gap, oldest entry first')
    .argument('<id>', 'id from "longview gaps list"')
    .option('--json', 'print an array')
    .action(history)
  gaps
    .command('state')
    .description('narrow or close a gap by papers, or reopen it; the entry is public')
    .argument('<id>', 'id from "longview gaps list"')
    .addArgument(new Argument('<state>', 'open reopens it').choices(gapStates))
    .requiredOption('--reason <text>', 'why, in a sentence that readers see')
    .option('--paper <id>', 'a paper that narrows or closes it; give it again for more', collectPapers)
    .option('--from <version>', FROM_HELP, parseVersion)
    .option('--json', 'print {"id","version"}')
    .action(setState)
}
