import { readFile } from 'node:fs/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { publishBrief } from '#actions/editorial/publish-brief.ts'
import { Failure } from '#core/failure.ts'
import { parseWeek, weekOf, type IsoWeek } from '#core/editorial/week.ts'
import { parseBriefMarkdown, presentBriefMarkdown } from '#schemas/brief-markdown.ts'
import { draftBrief } from '#queries/draft-brief.ts'
import { print } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'
import { addBriefMailing } from './brief-mailing.ts'

const parseWeekOption = (text: string): IsoWeek => {
  const week = parseWeek(text)
  if (week === null) throw new InvalidArgumentError('A week reads like 2026-w47.')
  return week
}

const draft = ({ week }: { week?: IsoWeek }): Promise<void> =>
  withCorpus(async ({ store, clock }) => {
    const now = clock.now()
    print(presentBriefMarkdown(await draftBrief(store.private, { week: week ?? weekOf(now), now })).trimEnd())
  })

const publish = (file: string, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const text = await readFile(file, 'utf8').catch(() => {
      throw new Failure('not_found', `The file ${file} cannot be read.`)
    })
    const checked = parseBriefMarkdown(text)
    if (!checked.ok) throw new Failure('invalid', `${file}:${checked.line}: ${checked.message}`)
    const { id } = checked.brief
    await corpus.run(publishBrief, { brief: checked.brief, actor: 'cli' })
    print(
      json === true ? JSON.stringify({ id, published: true }) : `${id} is published; it cannot be changed any more.`,
    )
  })

export const addBrief = (program: Command): void => {
  const brief = program.command('brief').description('the weekly brief: draft, publish, send')
  brief
    .command('draft')
    .description('print a Markdown draft made from the papers accepted in the week')
    .option('--week <week>', 'ISO week such as 2026-w47; the current week if left out', parseWeekOption)
    .action(draft)
  brief
    .command('publish')
    .description('publish a brief; it cannot be changed afterwards')
    .argument('<file>', 'Markdown in the format that "longview brief draft" prints')
    .option('--json', 'print {"id","published"}')
    .action(publish)
  addBriefMailing(brief)
}
