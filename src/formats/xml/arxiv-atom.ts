import { paperFields } from '#formats/record/paper-fields.ts'
import { bareArxivId } from '#formats/text/identifiers.ts'
import { parseDate } from '#formats/text/dates.ts'
import { texText } from '#formats/text/latex.ts'
import { paragraphs } from '#formats/text/plain-text.ts'
import { find, findAll, lineOf, namesExcept, rawText } from './element.ts'
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

/** An entry of a listing or a search of arXiv, or of any other feed. Its year is that of the first version. */
export const readAtomEntry: ElementReader = (entry, at) => {
  const id = lineOf(find(entry, 'id'))
  const links = findAll(entry, 'link').map(({ attributes }) => attributes)
  const pdf = links.find(({ title, type }) => title === 'pdf' || type === 'application/pdf')?.href
  const page = links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href ?? id
  const arxivId = bareArxivId(id) ?? bareArxivId(page ?? null)
  const affiliation = lineOf(find(entry, 'author', 'affiliation'))
  const fields = paperFields({
    title: texText(lineOf(find(entry, 'title')) ?? ''),
    people: findAll(entry, 'author').map((author) => ({ name: texText(lineOf(find(author, 'name')) ?? '') })),
    date: parseDate(lineOf(find(entry, 'published')) ?? lineOf(find(entry, 'updated')) ?? ''),
    doi: lineOf(find(entry, 'doi')),
    arxivId,
    url: page ?? null,
    storageUrl: pdf ?? null,
    abstract: texText(paragraphs(rawText(find(entry, 'summary')))),
    container: lineOf(find(entry, 'journal_ref')),
    institution: affiliation,
    kind: arxivId === null ? null : 'preprint',
    topics: findAll(entry, 'category').map(({ attributes }) => attributes.term ?? ''),
  })
  return [{ format: 'arxiv-atom', recordId: id, fields, unmapped: namesExcept(entry, TAKEN), ...at }]
}
