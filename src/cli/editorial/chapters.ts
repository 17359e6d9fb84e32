import { type Command, InvalidArgumentError } from 'commander'
import { addChapter, mergeChapters, orderChapters, removeChapter } from '#actions/editorial/chapters.ts'
import { FROM_HELP, parseVersion, print, readFormFile, withCorpus } from '#cli/terminal.ts'
import { type Chapter, parseChapter } from '#core/papers/chapter.ts'
import { editedChapters } from '#edited/chapters.ts'
import { type EditOptions, printSaved, replaceFromFile } from './edited-resource.ts'

const readChapter = (text: string): Chapter => {
  const chapter = parseChapter(text)
  if (chapter === null) throw new InvalidArgumentError('Chapters are 1 to 7.')
  return chapter
}

const NONE = 'none'

const readTarget = (text: string): Chapter | null => (text === NONE ? null : readChapter(text))

const readChapters = (text: string, before: readonly Chapter[] = []): Chapter[] => [...before, readChapter(text)]

const list = ({ json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ store }) => {
    const chapters = await store.private.chapters.list()
    if (json === true) print(JSON.stringify(chapters))
    else if (chapters.length === 0) print('The library has no chapters.')
    else print(chapters.map(({ number, name, introduction }) => `${number}. ${name}\n\n${introduction}`).join('\n\n'))
  })

const edit = replaceFromFile(editedChapters, (number) => ({ id: { number }, sentence: `Chapter ${number} is` }))

const add = (number: Chapter, file: string, options: EditOptions): Promise<void> =>
  withCorpus(async ({ run }) => {
    const words = await readFormFile(file, editedChapters.input)
    const version = await run(addChapter, { chapter: { number, ...words }, actor: 'cli' })
    printSaved({ id: { number }, version, sentence: `Chapter ${number} is` }, options)
  })

const order = (numbers: Chapter[], { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ run }) => {
    await run(orderChapters, { numbers, actor: 'cli' })
    print(
      json === true
        ? JSON.stringify({ order: numbers })
        : `The chapters are shown in this order: ${numbers.join(', ')}.`,
    )
  })

const remove = (number: Chapter, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ run }) => {
    await run(removeChapter, { number, actor: 'cli' })
    print(json === true ? JSON.stringify({ number }) : `The library no longer has chapter ${number}.`)
  })

const merge = (number: Chapter, into: Chapter | null, { json }: { json?: boolean }): Promise<void> =>
  withCorpus(async ({ run }) => {
    const { moved } = await mergeChapters(run, { number, into, actor: 'cli' })
    if (json === true) print(JSON.stringify({ number, mergedInto: into, papersMoved: moved }))
    else
      print(`Chapter ${number} was merged into ${into === null ? 'none' : `chapter ${into}`}; papers moved: ${moved}.`)
  })

export const addChapters = (program: Command): void => {
  const chapters = program.command('chapters').description('the chapters: list, add, edit, order, remove, merge')
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
  chapters
    .command('add')
    .description('add a chapter after the others; a library has at most seven')
    .argument('<number>', 'number of the chapter, 1 to 7, which papers name and which never changes', readChapter)
    .argument('<file>', 'JSON: {"name","introduction"}, with the introduction in Markdown; - reads standard input')
    .option('--json', 'print {"number","version"}')
    .action(add)
  chapters
    .command('order')
    .description('show the chapters in another order; their numbers stay')
    .argument('<number...>', 'number of every chapter, in the order wanted', readChapters)
    .option('--json', 'print {"order"}')
    .action(order)
  chapters
    .command('remove')
    .description('take out a chapter that has no papers')
    .argument('<number>', 'number of the chapter', readChapter)
    .option('--json', 'print {"number"}')
    .action(remove)
  chapters
    .command('merge')
    .description('move the papers of a chapter, public or not, to another one or to none, and take the chapter out')
    .argument('<number>', 'number that papers name; the library may lack it', readChapter)
    .argument('<into>', 'number of the chapter that gets the papers; none for no chapter', readTarget)
    .option('--json', 'print {"number","mergedInto","papersMoved"}')
    .action(merge)
}
