import { type Command, InvalidArgumentError } from 'commander'
import { FROM_HELP, parseVersion, print, withCorpus } from '#cli/terminal.ts'
import { type Chapter, parseChapter } from '#core/papers/chapter.ts'
import { editedChapters } from '#edited/chapters.ts'
import { replaceFromFile } from './edited-resource.ts'

const readChapter = (text: string): Chapter => {
  const chapter = parseChapter(text)
  if (chapter === null) throw new InvalidArgumentError('Chapters are 1 to 7.')
  return chapter
}

const list = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store }) => {
    const chapters = await store.private.chapters.list()
    if (json === true) print(JSON.stringify(chapters))
    else print(chapters.map(({ number, name, introduction }) => `${number}. ${name}\n\n${introduction}`).join('\n\n'))
  })

const edit = replaceFromFile(editedChapters, (number) => ({ id: { number }, sentence: `Chapter ${number} is` }))

export const addChapters = (program: Command): void => {
  const chapters = program.command('chapters').description('the seven chapters: list, edit')
  chapters
    .command('list')
    .description('list the chapters with their names and introductions')
    .option('--json', 'print an array')
    .action(list)
  chapters
    .command('edit')
    .description('change the name and the introduction of a chapter')
    .argument('<number>', 'number of the chapter, 1 to 7', readChapter)
    .argument('<file>', 'JSON: {"name","introduction"}, with the introduction in Markdown; - reads standard input')
    .option('--from <version>', FROM_HELP, parseVersion)
    .option('--json', 'print {"number","version"}')
    .action(edit)
}
