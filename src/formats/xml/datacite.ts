import { paperFields, type Person, invertedName } from '#formats/record.ts'
import { parseDate, paragraphs } from '#formats/text/text.ts'
import { dataciteKinds } from '#formats/datacite-kinds.ts'
import { find, findAll, lineOf, namesExcept, rawText, type XmlElement } from './element.ts'
import type { ReadMetadata } from './xml-records.ts'

const TAKEN = new Set(
  'identifier creators titles publisher publicationYear dates descriptions subjects rightsList resourceType'.split(' '),
)

const personOf = (creator: XmlElement): Person => {
  const [given, family] = [lineOf(find(creator, 'givenName')), lineOf(find(creator, 'familyName'))]
  const details = {
    orcid: lineOf(
      findAll(creator, 'nameIdentifier').find(
        ({ attributes }) => attributes.nameIdentifierScheme?.toUpperCase() === 'ORCID',
      ),
    ),
    affiliations: findAll(creator, 'affiliation').map(lineOf),
  }
  if (family !== null) return { given, family, ...details }
  const name = find(creator, 'creatorName')
  const text = lineOf(name) ?? ''
  const isGroup = name?.attributes.nameType === 'Organizational'
  return { ...(isGroup ? { name: text, isGroup } : invertedName(text)), ...details }
}

/** The issued date if it lies in the year of publication, by which the work is cited; otherwise that year. */
const dateOfPublication = (metadata: XmlElement): string | null => {
  const year = lineOf(find(metadata, 'publicationYear'))
  const issued = findAll(metadata, 'dates', 'date').find(({ attributes }) => attributes.dateType === 'Issued')
  const date = parseDate(lineOf(issued) ?? '')
  return year === null || date?.startsWith(year) === true ? date : parseDate(year)
}

/** DataCite metadata, as Zenodo and others send it. */
export const dataciteFields = (metadata: XmlElement): ReadMetadata => {
  const [right] = findAll(metadata, 'rightsList', 'rights')
  const descriptions = findAll(metadata, 'descriptions', 'description')
  const abstract = descriptions.find(({ attributes }) => attributes.descriptionType === 'Abstract') ?? descriptions[0]
  const fields = paperFields({
    title: lineOf(find(metadata, 'titles', 'title')),
    people: findAll(metadata, 'creators', 'creator').map(personOf),
    date: dateOfPublication(metadata),
    doi: lineOf(find(metadata, 'identifier')),
    abstract: paragraphs(rawText(abstract)),
    publisher: lineOf(find(metadata, 'publisher')),
    kind: dataciteKinds[find(metadata, 'resourceType')?.attributes.resourceTypeGeneral ?? ''] ?? null,
    license: right?.attributes.rightsURI ?? lineOf(right),
    topics: findAll(metadata, 'subjects', 'subject').map((subject) => lineOf(subject) ?? ''),
  })
  return { fields, unmapped: namesExcept(metadata, TAKEN) }
}
