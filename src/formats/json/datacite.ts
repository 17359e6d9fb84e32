import { invertedName, memberReader, paperFields, type Person } from '#formats/record.ts'
import { parseDate, plainAbstract, withoutMarkup } from '#formats/text/text.ts'
import { dataciteKinds } from '#formats/datacite-kinds.ts'
import { listOf, membersOf, listedNames, textOf, type Members } from './members.ts'

const orcidOf = ({ nameIdentifiers }: Members): string | null =>
  textOf(
    listOf(nameIdentifiers)
      .map(membersOf)
      .find(({ nameIdentifierScheme }) => textOf(nameIdentifierScheme)?.toUpperCase() === 'ORCID')?.nameIdentifier,
  )

const personOf = (creator: Members): Person => {
  const { givenName, familyName, name, nameType, affiliation } = creator
  const family = textOf(familyName)
  const details = { orcid: orcidOf(creator), affiliations: listedNames(affiliation) }
  if (family !== null) return { given: textOf(givenName), family, ...details }
  const whole = textOf(name) ?? ''
  return { ...(nameType === 'Organizational' ? { name: whole, isGroup: true } : invertedName(whole)), ...details }
}

const affiliationOf = ({ affiliation }: Members): string | null => {
  const [first] = listOf(affiliation)
  return textOf(first) ?? textOf(membersOf(first).name)
}

/** Members about DataCite's own record rather than the work. */
const BOOKKEEPING = new Set(
  'id prefix suffix identifiers state created registered updated metadataVersion schemaVersion source isActive reason xml contentUrl viewCount viewsOverTime downloadCount downloadsOverTime referenceCount citationCount citationsOverTime partCount partOfCount versionCount versionOfCount providerId clientId agency relatedIdentifiers relatedItems language formats sizes version geoLocations alternateIdentifiers contributors published'.split(
    ' ',
  ),
)

/** The attributes of a DOI as DataCite's REST API and its JSON export have them. */
export const dataciteJsonFields = (work: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = memberReader(work)
  const members = (name: string): Members[] => listOf(take(name)).map(membersOf)
  const creators = members('creators')
  const titles = members('titles')
  const [right] = members('rightsList')
  const descriptions = members('descriptions')
  const abstract = descriptions.find(({ descriptionType }) => descriptionType === 'Abstract')
  const year = textOf(take('publicationYear'))
  const issued = members('dates').find(({ dateType }) => dateType === 'Issued')
  const date = parseDate(textOf(issued?.date) ?? '')
  const container = membersOf(take('container'))
  const [first, last] = [textOf(container.firstPage), textOf(container.lastPage)]
  const publisher = take('publisher')
  const general = textOf(membersOf(take('types')).resourceTypeGeneral)
  const doi = textOf(take('doi'))
  const kind = dataciteKinds[general ?? ''] ?? null
  const title = textOf(titles.find(({ titleType }) => textOf(titleType) === null)?.title ?? titles[0]?.title)
  const fields = paperFields({
    title: title === null ? null : withoutMarkup(title),
    people: creators.map(personOf),
    date: year === null || date?.startsWith(year) === true ? date : parseDate(year),
    doi,
    url: textOf(take('url')),
    abstract: plainAbstract(textOf(abstract?.description) ?? ''),
    container: textOf(container.title),
    volume: textOf(container.volume),
    issue: textOf(container.issue),
    pages: first === null || last === null ? first : `${first}-${last}`,
    publisher: textOf(publisher) ?? textOf(membersOf(publisher).name),
    institution: creators.map(affiliationOf).find((name) => name !== null) ?? null,
    // arXiv registers its DOIs with DataCite, as texts or as preprints.
    kind: doi?.startsWith('10.48550/') === true ? 'preprint' : kind,
    license: textOf(right?.rightsUri) ?? textOf(right?.rights),
    topics: members('subjects').map(({ subject }) => textOf(subject) ?? ''),
  })
  return {
    fields,
    unmapped: [
      ...rest().filter((name) => !BOOKKEEPING.has(name)),
      ...(titles.length > 1 ? ['titles (after the first)'] : []),
      ...(fields.kind === undefined && general !== null ? ['types'] : []),
    ],
  }
}
