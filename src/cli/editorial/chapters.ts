import { InvalidArgumentError, type Command } from 'commander'
import { editChapter } from '#actions/editorial/edit-chapter.ts'
import { parseChapter, type Chapter } from '#core/papers/chapter.ts'
import { chapterSchema } from '#schemas/editorial-schemas.ts'
import { print } from '#cli/terminal/print.ts'
import { readFormFile } from '#cli/terminal/read-json-file.ts'
import { parseVersion, FROM_HELP } from '#cli/terminal/versions.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

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

const edit = (number: Chapter, file: string, { from, json }: { from?: number; json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    const text = await readFormFile(file, chapterSchema)
    const saved = await corpus.run(editChapter, { number, text, version: from ?? null, actor: 'cli' })
    print(json === true ? JSON.stringify({ number, version: saved }) : `Chapter ${number} is at version ${saved}.`)
  })

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
