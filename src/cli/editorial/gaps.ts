import type { Command } from 'commander'
import { addGap } from '#actions/editorial/add-gap.ts'
import { editGap } from '#actions/editorial/edit-gap.ts'
import { Failure } from '#core/failure.ts'
import { gapSchema, presentGapFields } from '#schemas/editorial-schemas.ts'
import { print, table } from '#cli/terminal/print.ts'
import { readFormFile } from '#cli/terminal/read-json-file.ts'
import { parseVersion, FROM_HELP } from '#cli/terminal/versions.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

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
    const gap = await store.private.gaps.find(id)
    if (gap === null) throw new Failure('not_found', `There is no gap ${id}.`)
    print(JSON.stringify(presentGapFields(gap), null, 2))
  })

const add = (file: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const { id } = await corpus.run(addGap, { gap: await readFormFile(file, gapSchema), actor: 'cli' })
    print(json === true ? JSON.stringify({ id, version: 1 }) : `${id} is made.`)
  })

const edit = (id: string, file: string, { from, json }: { from?: number; json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const form = await readFormFile(file, gapSchema)
    const saved = await corpus.run(editGap, { gap: { id, ...form }, version: from ?? null, actor: 'cli' })
    print(json === true ? JSON.stringify({ id, version: saved }) : `${id} is at version ${saved}.`)
  })

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
