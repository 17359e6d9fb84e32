import { bibliographyFields } from '#core/papers/bibliography.ts'
import { parseDate } from '#formats/text/text.ts'
import { textOf, type Members } from './members.ts'
import { memberReader } from '#formats/record.ts'

/** The members of contract 2.1 and of the bibliography, without the id. */
const NAMES = [
  'title',
  'authors',
  'year',
  'institution',
  'url',
  'abstract',
  'chapter',
  'longHorizonScore',
  'enterpriseScore',
  'topics',
  'concepts',
  'frameworkMappings',
  'houseCommentary',
  'storageUrl',
  'type',
  'fullText',
  ...bibliographyFields,
]

/** Whether an object is a paper as this library writes it: in other formats authors are objects. */
export const isOwnPaper = ({ title, authors }: Members): boolean =>
  typeof title === 'string' &&
  Array.isArray(authors) &&
  authors.length > 0 &&
  authors.every((author) => typeof author === 'string')

/** A paper in the names of contract 2.1 without an id of this library. `published` is another name for its date. */
export const ownPaperFields = (item: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = memberReader(item)
  const fields: Record<string, unknown> = Object.fromEntries(
    NAMES.map((name): [string, unknown] => [name, take(name)]).filter(
      ([, value]) => value !== undefined && value !== null,
    ),
  )
  const published = fields.date === undefined ? parseDate(textOf(take('published')) ?? '') : null
  return {
    fields: published === null ? fields : { ...fields, date: published },
    unmapped: rest().filter((name) => name !== 'id'),
  }
}
