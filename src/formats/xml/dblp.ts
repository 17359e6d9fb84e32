import { dblpFields } from '#formats/dblp.ts'
import { find, findAll, lineOf, namesExcept, type XmlElement } from './element.ts'
import type { ElementReader } from './xml-records.ts'

const TAKEN = new Set(
  'author title year journal booktitle volume number pages ee url publisher school crossref'.split(' '),
)

/** Whether an article is one of DBLP, and not of a publisher. */
export const isDblpPublication = ({ attributes }: XmlElement): boolean =>
  attributes.key !== undefined && attributes.mdate !== undefined

/** A publication as DBLP writes it, in the dump or one by one. */
export const readDblpPublication: ElementReader = (element, at) => {
  const text = (name: string): string | null => lineOf(find(element, name))
  const fields = dblpFields({
    type: element.name,
    title: text('title'),
    authors: findAll(element, 'author').map((author) => lineOf(author) ?? ''),
    year: text('year'),
    venue: text('journal') ?? text('booktitle'),
    volume: text('volume'),
    number: text('number'),
    pages: text('pages'),
    doi: null,
    editions: findAll(element, 'ee').map((edition) => lineOf(edition) ?? ''),
    publisher: text('publisher'),
    school: text('school'),
  })
  return [
    { format: 'dblp', recordId: element.attributes.key ?? null, fields, unmapped: namesExcept(element, TAKEN), ...at },
  ]
}
