import { invertedName, memberReader, paperFields, type Person } from '#formats/record.ts'
import { parseDate, plainAbstract } from '#formats/text/text.ts'
import { listOf, membersOf, listedNames, textOf, type Members } from './members.ts'

const kinds: Record<string, string> = {
  article: 'journal-article',
  conferencepaper: 'conference-paper',
  preprint: 'preprint',
  workingpaper: 'manuscript',
  book: 'book',
  section: 'chapter',
  thesis: 'thesis',
  report: 'report',
  technicalnote: 'report',
  dataset: 'dataset',
  software: 'software',
}

/** The records of InvenioRDM name a person in parts, those of Zenodo's own API as "Family, Given". */
const personOf = (creator: Members): Person => {
  const person = membersOf(creator.person_or_org)
  const family = textOf(person.family_name)
  const identifiers = listOf(person.identifiers).map(membersOf)
  const details = {
    orcid: textOf(creator.orcid) ?? textOf(identifiers.find(({ scheme }) => scheme === 'orcid')?.identifier),
    affiliations: [textOf(creator.affiliation), ...listedNames(creator.affiliations)],
  }
  if (family !== null) return { given: textOf(person.given_name), family, ...details }
  const name = textOf(person.name) ?? textOf(creator.name) ?? ''
  return { ...(person.type === 'organizational' ? { name, isGroup: true } : invertedName(name)), ...details }
}

const affiliationOf = (creator: Members): string | null =>
  textOf(creator.affiliation) ?? textOf(membersOf(listOf(creator.affiliations)[0]).name)

/** "publication-article", or the type and subtype of a publication. */
const kindOf = (type: Members): string | null => {
  const named = textOf(type.subtype) ?? textOf(type.id)?.replace(/^publication-/u, '') ?? textOf(type.type) ?? ''
  return kinds[named] ?? null
}

const BOOKKEEPING = new Set(
  'access_right access_conditions communities relations related_identifiers identifiers language languages version notes grants references contributors prereserve_doi upload_type additional_descriptions dates imprint custom formats sizes'.split(
    ' ',
  ),
)

/** A record of Zenodo or another repository with its software, as its API returns it. */
export const zenodoFields = (record: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = memberReader(membersOf(record.metadata))
  const creators = listOf(take('creators')).map(membersOf)
  const journal = membersOf(take('journal'))
  const customJournal = membersOf(membersOf(record.custom_fields)['journal:journal'])
  const ofJournal = (name: string): string | null => textOf(journal[name]) ?? textOf(customJournal[name])
  const meeting = membersOf(take('meeting'))
  const type = membersOf(take('resource_type'))
  const license = take('license') ?? listOf(take('rights'))[0]
  const doi = textOf(take('doi')) ?? textOf(record.doi) ?? textOf(membersOf(membersOf(record.pids).doi).identifier)
  const links = membersOf(record.links)
  const kind = kindOf(type)
  const topics = [...listOf(take('keywords')), ...listOf(take('subjects'))]
  const fields = paperFields({
    title: textOf(take('title')),
    people: creators.map(personOf),
    date: parseDate(textOf(take('publication_date')) ?? ''),
    doi,
    url: textOf(links.self_html) ?? textOf(links.html),
    abstract: plainAbstract(textOf(take('description')) ?? ''),
    container: ofJournal('title') ?? (kind === 'conference-paper' ? textOf(meeting.title) : null),
    volume: ofJournal('volume'),
    issue: ofJournal('issue'),
    pages: ofJournal('pages'),
    publisher: textOf(take('publisher')),
    institution: creators.map(affiliationOf).find((name) => name !== null) ?? null,
    kind,
    license: textOf(license) ?? textOf(membersOf(license).id),
    topics: topics.map(
      (topic) => textOf(topic) ?? textOf(membersOf(topic).subject) ?? textOf(membersOf(topic).term) ?? '',
    ),
  })
  return {
    fields,
    unmapped: [...rest().filter((name) => !BOOKKEEPING.has(name)), ...(kind === null ? ['resource_type'] : [])],
  }
}
