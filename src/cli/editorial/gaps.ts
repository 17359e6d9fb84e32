import type { Command } from 'commander'
import { addGap } from '#actions/editorial/gaps.ts'
import { FROM_HELP, parseVersion, print, readFormFile, table, withCorpus } from '#cli/terminal.ts'
import { editedGaps } from '#edited/gaps.ts'
import { replaceFromFile } from './edited-resource.ts'

const list = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store }) => {
    const gaps = await store.private.gaps.list(null)
    if (json === true) print(JSON.stringify(gaps.map(({ papers, ...gap }) => ({ ...gap, paperCount: papers }))))
    else
      print(
        table([
          ['id', 'severity', 'papers', 'title'],
          ...gaps.map((gap) => [gap.id, gap.severity, String(gap.papers), gap.title]),
        ]),
      )
  })

const show = (id: string): Promise<void> =>
  withCorpus(async ({ store }) => {
    print(JSON.stringify(editedGaps.present(await editedGaps.get(store.private, id)), null, 2))
  })

const add = (file: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const { id, version } = await corpus.run(addGap, { gap: await readFormFile(file, editedGaps.input), actor: 'cli' })
    print(json === true ? JSON.stringify({ id, version }) : `${id} was added.`)
  })

const edit = replaceFromFile(editedGaps, (id) => ({ id: { id }, sentence: `${id} is` }))

export const addGaps = (program: Command): void => {
  const gaps = program.command('gaps').description('research gaps: list, show, add, edit')
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
}
