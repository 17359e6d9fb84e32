import { paperFields } from '#formats/record/paper-fields.ts'
import { bareArxivId } from '#formats/text/identifiers.ts'
import { parseDate } from '#formats/text/dates.ts'
import { texText } from '#formats/text/latex.ts'
import { oneLine, paragraphs, withoutMarkup } from '#formats/text/plain-text.ts'
import { find, findAll, lineOf, namesExcept, rawText, type XmlElement } from './element.ts'
import type { ElementReader } from './xml-records.ts'

const TAKEN = new Set([
  'id',
  'published',
  'title',
  'summary',
  'author',
  'link',
  'category',
  'primary_category',
  'doi',
  'journal_ref',
])

/** Text of an element that may hold HTML, as its type says. */
const textOf = (element: XmlElement | undefined): string => {
  const text = rawText(element)
  return element?.attributes.type === 'html' ? withoutMarkup(text) : text
}

/** arXiv answers what it does not understand with a feed of one entry. */
const ERROR = /^https?:\/\/arxiv\.org\/api\/errors/u

/** An entry of a listing or a search of arXiv, or of any other feed. Its year is that of the first version. */
export const readAtomEntry: ElementReader = (entry, at) => {
  const id = lineOf(find(entry, 'id'))
  if (id !== null && ERROR.test(id))
    return [{ position: at.position, reason: `It holds no works, but says: ${lineOf(find(entry, 'summary')) ?? id}` }]
  const links = findAll(entry, 'link').map(({ attributes }) => attributes)
  const pdf = links.find(({ title, type }) => title === 'pdf' || type === 'application/pdf')?.href
  const page = links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href ?? id
  const arxivId = bareArxivId(id) ?? bareArxivId(page ?? null)
  const affiliation = lineOf(find(entry, 'author', 'affiliation'))
  const taken = find(entry, 'summary') === undefined ? new Set([...TAKEN, 'content']) : TAKEN
  const fields = paperFields({
    title: texText(oneLine(textOf(find(entry, 'title')))),
    people: findAll(entry, 'author').map((author) => ({ name: texText(lineOf(find(author, 'name')) ?? '') })),
    date: parseDate(lineOf(find(entry, 'published')) ?? lineOf(find(entry, 'updated')) ?? ''),
    doi: lineOf(find(entry, 'doi')),
    arxivId,
    url: page ?? null,
    storageUrl: pdf ?? null,
    abstract: texText(paragraphs(textOf(find(entry, 'summary') ?? find(entry, 'content')))),
    container: lineOf(find(entry, 'journal_ref')),
    institution: affiliation,
    kind: arxivId === null ? null : 'preprint',
    topics: findAll(entry, 'category').map(({ attributes }) => attributes.term ?? ''),
  })
  return [{ format: 'arxiv-atom', recordId: id, fields, unmapped: namesExcept(entry, taken), ...at }]
}
