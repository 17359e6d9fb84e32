import { texName, texText } from '#core/text/tex-text.ts'
import { paperFields, type Person } from '#formats/record.ts'
import { parseDate, oneLine, paragraphs, withoutMarkup } from '#formats/text/text.ts'
import { bareArxivId } from '#formats/text/identifiers.ts'
import { find, findAll, lineOf, namesExcept, rawText, type XmlElement } from './element.ts'
import type { ElementReader } from './xml-records.ts'

const TAKEN = new Set([
  'title',
  'link',
  'guid',
  'creator',
  'author',
  'pubDate',
  'date',
  'publicationDate',
  'description',
  'encoded',
  'category',
  'doi',
  'publicationName',
  'publisher',
  'volume',
  'number',
  'identifier',
])

/** The announcement before each abstract in arXiv feeds. */
const ANNOUNCEMENT = /^arXiv:\S+\s+Announce Type:[^\n]*\s+Abstract:\s*/iu

/** Feeds name one author in each element, or all in one, with commas. An email address is not a name. */
const peopleOf = (item: XmlElement): Person[] =>
  [...findAll(item, 'creator'), ...findAll(item, 'author')]
    .map((element) => texName(oneLine(withoutMarkup(rawText(element)))))
    .flatMap((names) => names.split(/,\s+(?=\p{Lu})|;\s*|\s+and\s+/u))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.includes('@'))
    .map((name) => ({ name }))

/** An item of RSS 1.0 or 2.0, with the elements of Dublin Core and PRISM. */
export const readRssItem: ElementReader = (item, at) => {
  const text = (name: string): string | null => lineOf(find(item, name))
  const link = text('link')
  const guid = text('guid')
  const recordId = guid ?? link ?? item.attributes.about ?? null
  const arxivId = [link, guid].map(bareArxivId).find((id) => id !== null) ?? null
  const words = rawText(find(item, 'encoded') ?? find(item, 'description'))
  const fields = paperFields({
    title: texText(oneLine(withoutMarkup(rawText(find(item, 'title'))))),
    people: peopleOf(item),
    date: parseDate(text('publicationDate') ?? text('date') ?? text('pubDate') ?? ''),
    doi: text('doi') ?? text('identifier'),
    arxivId,
    url: link ?? guid,
    abstract: texText(paragraphs(withoutMarkup(words).trim().replace(ANNOUNCEMENT, ''))),
    container: text('publicationName'),
    publisher: text('publisher'),
    volume: text('volume'),
    issue: text('number'),
    kind: arxivId === null ? null : 'preprint',
    topics: findAll(item, 'category').map((category) => rawText(category)),
  })
  return [{ format: 'rss', recordId, fields, unmapped: namesExcept(item, TAKEN), ...at }]
}
