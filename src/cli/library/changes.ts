import { InvalidArgumentError, type Command } from 'commander'
import type { AnswerOf } from '#client/client.ts'
import { note, print, table } from '#cli/terminal/print.ts'
import { parseLimit } from './search.ts'
import { addLibraryOptions, withLibrary, type LibraryOptions } from './with-library.ts'

type Change = AnswerOf<'GET /api/v1/changes'>['changes'][number]
type ChangesOptions = LibraryOptions & { since: number; limit: number }

const parseNumber = (text: string): number => {
  if (!/^\d{1,15}$/u.test(text)) throw new InvalidArgumentError('A change has a whole number, from 0.')
  return Number(text)
}

const row = ({ seq, at, kind, id, event }: Change): string[] => [String(seq), at, kind, id, event]

const listChanges = ({ at, json, since, limit }: ChangesOptions): Promise<void> =>
  withLibrary({ at }, async (library) => {
    const changes = await library.changes(since, { limit }).take(limit)
    const nextSeq = changes.at(-1)?.seq ?? since
    if (json === true) print(JSON.stringify({ changes, nextSeq }))
    else if (changes.length === 0) note(`Nothing has changed after ${since}.`)
    else {
      print(table([['seq', 'at', 'kind', 'id', 'event'], ...changes.map(row)]))
      note(`"longview changes --since ${nextSeq}" goes on.`)
    }
  })

export const addChanges = (program: Command): void => {
  const command = program
    .command('changes')
    .description('list the changes of a library on any Longview server, oldest first')
    .option('--since <seq>', 'only changes after this number', parseNumber, 0)
    .option('--limit <n>', 'at most so many changes', parseLimit, 100)
  addLibraryOptions(command, 'print {"changes","nextSeq"}')
    .addHelpText(
      'after',
      `
Examples:
  longview changes --since 1200
  longview changes --since 1200 --json --at https://library.example.org`,
    )
    .action(listChanges)
}
