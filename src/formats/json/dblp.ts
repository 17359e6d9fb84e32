import { dblpFields } from '#formats/dblp.ts'
import { memberReader } from '#formats/record.ts'
import { listOf, membersOf, textOf, type Members } from './members.ts'

/** DBLP writes a list with one item as the item itself. */
const listed = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

const BOOKKEEPING = new Set(['access', 'key', 'url'])

/** The `info` of a hit of DBLP's search. */
export const dblpInfoFields = (info: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = memberReader(info)
  const text = (name: string): string | null => textOf(take(name))
  const authors = listed(membersOf(take('authors')).author)
  const fields = dblpFields({
    type: text('type') ?? '',
    title: text('title'),
    authors: authors.map((author) => textOf(author) ?? textOf(membersOf(author).text) ?? ''),
    year: text('year'),
    // A paper of a journal that is also a volume of proceedings has several.
    venue: textOf(listed(take('venue'))[0]),
    volume: text('volume'),
    number: text('number'),
    pages: text('pages'),
    doi: text('doi'),
    editions: listed(take('ee')).map((address) => textOf(address) ?? ''),
    publisher: text('publisher'),
  })
  return {
    fields,
    unmapped: [
      ...rest().filter((name) => !BOOKKEEPING.has(name)),
      ...(listOf(info.venue).length > 1 ? ['venue (after the first)'] : []),
    ],
  }
}
