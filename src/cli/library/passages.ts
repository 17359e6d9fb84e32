import type { Command } from 'commander'
import type { AnswerOf } from '#client/client.ts'
import { note, print } from '#cli/terminal/print.ts'
import { parseLimit } from './search.ts'
import { addLibraryOptions, withLibrary, type LibraryOptions } from './with-library.ts'

type Passage = AnswerOf<'GET /api/v1/passages'>['passages'][number]
type PassagesOptions = LibraryOptions & { limit: number; quote?: boolean; papers?: string }

/** The server gives so many in a page; more come page by page. */
const MOST_IN_A_PAGE = 20

const written = ({ anchor, title, text, url, match }: Passage, at: string): string =>
  [`${anchor}  ${title ?? ''}${match === 'ranked' ? '' : ` (${match})`}`, text ?? '', `${at}${url}`].join('\n')

const listPassages = (words: string, { at, json, limit, quote, papers }: PassagesOptions): Promise<void> =>
  withLibrary({ at }, async (library) => {
    const asked = {
      ...(quote === true ? { quote: words } : { q: words }),
      ...(papers === undefined ? {} : { ids: papers }),
      limit: Math.min(limit, MOST_IN_A_PAGE),
    }
    const passages = await library.passages(asked).take(limit)
    if (json === true) print(JSON.stringify({ passages }))
    else if (passages.length === 0) note('Nothing was found.')
    else print(passages.map((passage) => written(passage, library.url)).join('\n\n'))
  })

export const addPassagesCommand = (program: Command): void => {
  const command = program
    .command('passages')
    .description(
      'passages of papers that answer a question, or say the quoted words, in a library of any Longview server',
    )
    .argument('<words>', 'a question in plain words; with --quote, words to find where they stand')
    .option('--limit <n>', 'at most so many passages', parseLimit, 5)
    .option('--quote', 'find the words as they stand')
    .option('--papers <ids>', 'only in these papers: ids with commas between')
  addLibraryOptions(command, 'print {"passages"}')
    .addHelpText(
      'after',
      `
Examples:
  longview passages "what makes long runs fail" --limit 3
  longview passages "doubling time" --quote --papers p19 --at https://library.example.org`,
    )
    .action(listPassages)
}
