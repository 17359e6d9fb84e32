import { endnoteKinds } from '#formats/endnote.ts'
import { invertedName, paperFields, type Person } from '#formats/record.ts'
import { paragraphs, parseLooseDate, withoutTagsAround } from '#formats/text/text.ts'
import { find, findAll, lineOf, namesExcept, rawText, type XmlElement } from './element.ts'
import type { ElementReader } from './xml-records.ts'

const TAKEN = new Set(
  'database source-app rec-number foreign-keys ref-type contributors titles periodical full-title pages volume number keywords dates publisher abstract urls electronic-resource-num isbn language remote-database-name remote-database-provider auth-address'.split(
    ' ',
  ),
)

/** A comma at the end marks the name of a group. */
const personOf = (author: XmlElement): Person => {
  const name = lineOf(author) ?? ''
  return name.endsWith(',') ? { name: name.slice(0, -1), isGroup: true } : invertedName(name)
}

/** Whether a record is one of EndNote's, which other formats call by the same name. */
export const isEndnoteRecord = (record: XmlElement): boolean => find(record, 'ref-type') !== undefined

/** A record of EndNote's XML, whose texts are wrapped in styles. */
export const readEndnoteRecord: ElementReader = (record, at) => {
  const type = find(record, 'ref-type')
  const name = type?.attributes.name ?? ''
  const titles = find(record, 'titles')
  const dates = find(record, 'dates')
  const cited = parseLooseDate(lineOf(find(dates, 'year')) ?? '')
  const exact = parseLooseDate(lineOf(find(dates, 'pub-dates', 'date')) ?? '')
  const addresses = findAll(record, 'urls', 'related-urls', 'url').map(lineOf)
  const isThesis = name === 'Thesis'
  const publisher = lineOf(find(record, 'publisher'))
  const fields = paperFields({
    title: withoutTagsAround(lineOf(find(titles, 'title'))),
    people: findAll(record, 'contributors', 'authors', 'author').map(personOf),
    date: cited === null || exact?.startsWith(cited) === true ? exact : cited,
    doi: lineOf(find(record, 'electronic-resource-num')),
    url: addresses[0] ?? null,
    abstract: paragraphs(rawText(find(record, 'abstract')).replaceAll('\r', '\n')),
    container: isThesis
      ? null
      : (lineOf(find(record, 'periodical', 'full-title')) ?? lineOf(find(titles, 'secondary-title'))),
    volume: lineOf(find(record, 'volume')),
    issue: lineOf(find(record, 'number')),
    pages: lineOf(find(record, 'pages')),
    publisher: isThesis ? null : publisher,
    institution: isThesis ? publisher : null,
    kind: endnoteKinds[name] ?? null,
    topics: findAll(record, 'keywords', 'keyword').map((word) => lineOf(word) ?? ''),
  })
  const unmapped = [
    ...namesExcept(record, TAKEN),
    ...(addresses.length > 1 ? ['urls (after the first)'] : []),
    ...(fields.kind === undefined && name !== 'Generic' ? ['ref-type'] : []),
  ]
  return [{ format: 'endnote', recordId: lineOf(find(record, 'rec-number')), fields, unmapped, ...at }]
}
