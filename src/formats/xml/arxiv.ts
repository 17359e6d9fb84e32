import { texName, texText } from '#core/text/tex-text.ts'
import { arxivPeople } from '#formats/arxiv-people.ts'
import { noticed, paperFields, type Person } from '#formats/record.ts'
import { bareArxivId } from '#formats/text/identifiers.ts'
import { parseDate, oneLine, paragraphs, withoutMarkup } from '#formats/text/text.ts'
import { isWithdrawal, withdrawalIn } from '#formats/text/withdrawal.ts'
import { find, findAll, lineOf, namesExcept, rawText, type XmlElement } from './element.ts'
import type { ElementReader, ReadMetadata } from './xml-records.ts'

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

/** Text of an element, which is HTML if its type says so. */
const textOf = (element: XmlElement | undefined): string => {
  const text = rawText(element)
  return element?.attributes.type === 'html' ? withoutMarkup(text) : text
}

/** arXiv reports an error as a feed with one entry. */
const ERROR = /^https?:\/\/arxiv\.org\/api\/errors/u

/** An entry of an arXiv search or any other Atom feed. Its year is that of the first version. */
export const readAtomEntry: ElementReader = (entry, at) => {
  const id = lineOf(find(entry, 'id'))
  if (id !== null && ERROR.test(id))
    return [
      { position: at.position, reason: `It contains no works, but says: ${lineOf(find(entry, 'summary')) ?? id}` },
    ]
  const links = findAll(entry, 'link').map(({ attributes }) => attributes)
  const pdf = links.find(({ title, type }) => title === 'pdf' || type === 'application/pdf')?.href
  const page = links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href ?? id
  const arxivId = bareArxivId(id) ?? bareArxivId(page ?? null)
  const affiliation = lineOf(find(entry, 'author', 'affiliation'))
  const abstract = texText(paragraphs(textOf(find(entry, 'summary') ?? find(entry, 'content'))))
  const notices = withdrawalIn(abstract, arxivId === null ? null : lineOf(find(entry, 'comment')))
  const taken = find(entry, 'summary') === undefined ? new Set([...TAKEN, 'content']) : TAKEN
  const fields = paperFields({
    title: texText(oneLine(textOf(find(entry, 'title')))),
    people: findAll(entry, 'author').map((author) => ({ name: texName(lineOf(find(author, 'name')) ?? '') })),
    date: parseDate(lineOf(find(entry, 'published')) ?? lineOf(find(entry, 'updated')) ?? ''),
    doi: lineOf(find(entry, 'doi')),
    arxivId,
    url: page ?? null,
    storageUrl: pdf ?? null,
    abstract: isWithdrawal(abstract) ? null : abstract,
    container: lineOf(find(entry, 'journal_ref')),
    institution: affiliation,
    kind: arxivId === null ? null : 'preprint',
    topics: findAll(entry, 'category').map(({ attributes }) => attributes.term ?? ''),
  })
  return [
    { format: 'arxiv-atom', recordId: id, fields, unmapped: namesExcept(entry, taken), ...noticed(notices), ...at },
  ]
}

const METADATA_TAKEN = new Set(
  'id created version authors title categories journal-ref doi license abstract'.split(' '),
)

const namePart = (element: XmlElement | undefined): string => texName(lineOf(element) ?? '')

/** The fields common to `arXiv` and `arXivRaw`. @param first the day of the first version */
const metadataFields = (
  metadata: XmlElement,
  people: readonly Person[],
  first: XmlElement | undefined,
): ReadMetadata => {
  const id = lineOf(find(metadata, 'id'))
  const abstract = texText(paragraphs(rawText(find(metadata, 'abstract'))))
  const notices = withdrawalIn(abstract, lineOf(find(metadata, 'comments')))
  const fields = paperFields({
    title: texText(lineOf(find(metadata, 'title')) ?? ''),
    people,
    date: parseDate(lineOf(first) ?? ''),
    // Authors may give several, separated by spaces.
    doi: lineOf(find(metadata, 'doi'))?.split(' ')[0] ?? null,
    arxivId: id,
    url: id === null ? null : `https://arxiv.org/abs/${id}`,
    abstract: isWithdrawal(abstract) ? null : abstract,
    container: lineOf(find(metadata, 'journal-ref')),
    kind: 'preprint',
    license: lineOf(find(metadata, 'license')),
    institution: lineOf(find(metadata, 'authors', 'author', 'affiliation')),
    topics: (lineOf(find(metadata, 'categories')) ?? '').split(' '),
  })
  return { fields, unmapped: namesExcept(metadata, METADATA_TAKEN), ...noticed(notices) }
}

const personOf = (author: XmlElement): Person => {
  const suffix = namePart(find(author, 'suffix'))
  const family = namePart(find(author, 'keyname'))
  return { family: suffix === '' ? family : `${family} ${suffix}`, given: namePart(find(author, 'forenames')) }
}

/** arXiv's `arXiv` metadata: names in parts, and the date of the first version. */
export const arxivFields = (metadata: XmlElement): ReadMetadata =>
  metadataFields(metadata, findAll(metadata, 'authors', 'author').map(personOf), find(metadata, 'created'))

/** arXiv's `arXivRaw` metadata: every version, and the authors as typed. */
export const arxivRawFields = (metadata: XmlElement): ReadMetadata =>
  metadataFields(metadata, arxivPeople(lineOf(find(metadata, 'authors')) ?? ''), find(metadata, 'version', 'date'))
