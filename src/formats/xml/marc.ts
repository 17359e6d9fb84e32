import { invertedName, paperFields, wholeTitle, type Person } from '#formats/record.ts'
import { bareArxivId, bareDoi } from '#formats/text/identifiers.ts'
import { paragraphs, parseLooseDate } from '#formats/text/text.ts'
import { find, findAll, lineOf, rawText, type XmlElement } from './element.ts'
import type { ElementReader, ReadMetadata } from './xml-records.ts'

/** Fields that are read, and those about the record itself and its place on a shelf. */
const TAKEN = new Set(
  '001 003 005 006 007 008 010 015 016 019 020 022 024 029 030 035 037 040 041 042 043 044 045 046 049 050 055 060 066 070 072 080 082 083 084 085 090 092 100 110 245 260 264 300 336 337 338 347 502 506 520 540 542 583 588 648 650 651 653 655 700 710 773 776 787 850 852 856 880 883 884 886 889'.split(
    ' ',
  ),
)

/** Punctuation that cataloguers put before the next part of a description. */
const withoutEnd = (text: string): string => text.replace(/\s*[/:;,=]\s*$/u, '').trim()

/** The same, and the full stop at the end of a field; an abbreviation such as "J." keeps its own. */
const withoutStop = (text: string): string => withoutEnd(text).replace(/(?<=\p{L}{3}|\d|\))\.$/u, '')

/** A datafield as its subfields. */
const subfields = (field: XmlElement | undefined) => {
  const parts = findAll(field, 'subfield')
  const all = (code: string): string[] =>
    parts
      .filter(({ attributes }) => attributes.code === code)
      .map(lineOf)
      .filter((text) => text !== null)
  return { all, one: (code: string): string | null => all(code)[0] ?? null }
}

const AUTHORS = /^(?:aut|cre|dis|author|creator|joint author|dissertant|verfasser(?:in)?|auteur|autor)\b/iu

/** How the record says that somebody took part, in words or as a code. */
const rolesOf = (field: XmlElement): string[] => {
  const { all } = subfields(field)
  return [...all('4'), ...all('e')].map((role) => withoutStop(role.replace(/^.*\//u, '')))
}

/** An added entry for a work names its author, too. */
const isAuthor = (field: XmlElement): boolean => {
  const roles = rolesOf(field)
  if (subfields(field).one('t') !== null) return false
  return roles.length === 0 || roles.some((role) => AUTHORS.test(role))
}

/** "(orcid)0000-0002-1825-0097", or an address. */
const ORCID = /(?:^\(orcid\)\s?|orcid\.org\/)(?<id>[\dxX-]{15,20})$/iu

const personOf = (field: XmlElement): Person => {
  const { one, all } = subfields(field)
  const name = withoutStop(one('a') ?? '')
  if (field.attributes.tag?.endsWith('10') === true)
    return { name: [name, ...all('b').map(withoutStop)].join(', '), isGroup: true }
  const suffix = withoutEnd(one('c') ?? '')
  const identifiers = [...all('1'), ...all('0')]
  const details = {
    orcid: identifiers.map((text) => ORCID.exec(text)?.groups?.id ?? null).find((id) => id !== null) ?? null,
    affiliations: all('u').map(withoutStop),
  }
  const person = { ...invertedName(name), ...details }
  return /^(?:jr|sr)\.?$|^[ivx]+$/iu.test(suffix) && typeof person.family === 'string'
    ? { ...person, family: `${person.family} ${suffix}` }
    : person
}

const titleOf = (field: XmlElement | undefined): string | null => {
  const { one, all } = subfields(field)
  const title = one('a')
  if (title === null) return null
  const main = [title, ...all('n'), ...all('p')].map(withoutStop).join('. ')
  // After "=" comes the same title in another language.
  return wholeTitle(main, title.endsWith('=') ? null : withoutStop(one('b') ?? ''))
}

/** Where in a host a part stands: in words ("Vol. 521, no. 7553 (2015), p. 436-444"), or by names ("volume:521"). */
const placeIn = (texts: readonly string[]) => {
  const text = texts.join(', ')
  const of = (pattern: RegExp): string | null => pattern.exec(text)?.groups?.found ?? null
  return {
    volume: of(/\b(?:vol(?:ume)?|bd|band)\b\.?:?\s{0,3}(?<found>[\w-]{1,20})/iu),
    issue: of(/\b(?:no|nr|number|issue|heft|iss)\b\.?:?\s{0,3}(?<found>[\w-]{1,20})/iu),
    pages: of(/\b(?:pp?|pages?|seiten?|s)\b\.?:?\s{0,3}(?<found>\w{1,20}(?:\s?[-–]\s?\w{1,20})?)/iu),
    year: of(/(?<!\d)(?<found>(?:1[5-9]|20)\d\d)(?!\d)/u),
  }
}

/** The form of a record in its leader: what it describes, and whether that is a part of something. */
const kindOf = (leader: string, genres: readonly string[]): string | null => {
  const words = genres.join(' ').toLowerCase()
  if (/\bthes[ie]s\b|dissertation|hochschulschrift/u.test(words)) return 'thesis'
  if (/preprint|eprint/u.test(words)) return 'preprint'
  if (/conference papers?\b|conferencepaper/u.test(words)) return 'conference-paper'
  if (/technical report/u.test(words)) return 'report'
  const level = leader.slice(6, 8)
  if (/^[at]b$/u.test(level)) return 'journal-article'
  if (/^[at]a$/u.test(level)) return /proceedings|conference/u.test(words) ? 'conference-paper' : 'chapter'
  return /^[at]m$/u.test(level) ? 'book' : null
}

/** A bibliographic record of MARC 21. */
export const marcFields = (record: XmlElement): ReadMetadata => {
  const fields = findAll(record, 'datafield')
  const all = (...tags: readonly string[]): XmlElement[] =>
    tags.flatMap((tag) => fields.filter(({ attributes }) => attributes.tag === tag))
  const one = (tag: string): ReturnType<typeof subfields> => subfields(all(tag)[0])
  const fixed = lineOf(findAll(record, 'controlfield').find(({ attributes }) => attributes.tag === '008')) ?? ''
  const people = all('100', '110', '700', '710')
  const [publication] = [...all('264').filter(({ attributes }) => attributes.ind2 === '1'), ...all('260', '264')]
  const published = subfields(publication)
  const [host, thesis] = [one('773'), one('502')]
  const place = placeIn(host.all('g'))
  const numbers = all('024').map(subfields)
  const numberOf = (source: string): string | null =>
    numbers.find((number) => number.one('2')?.toLowerCase() === source)?.one('a') ?? null
  const doi = numberOf('doi')
  const addresses = all('856').flatMap((field) => subfields(field).one('u') ?? [])
  const report = one('037').one('a')
  const arxivNumber = report !== null && /^arxiv:/iu.test(report) ? report : null
  const isThesis = all('502').length > 0
  const genres = all('655').map((field) => subfields(field).one('a') ?? '')
  const kind = isThesis ? 'thesis' : kindOf(rawText(find(record, 'leader')), [...genres, host.one('t') ?? ''])
  // The entry for a journal names the year in which it began.
  const dates = [published.one('c'), thesis.one('d'), fixed.slice(7, 11), host.one('y'), place.year, host.one('d')]
  const rights = one('540')
  const named = paperFields({
    title: titleOf(all('245')[0]),
    people: people.filter(isAuthor).map(personOf),
    date: dates.map((date) => parseLooseDate(date ?? '')).find((date) => date !== null) ?? null,
    doi: doi === null ? null : bareDoi(doi),
    arxivId: bareArxivId(numberOf('arxiv') ?? arxivNumber),
    url: addresses[0] ?? null,
    abstract: all('520')
      .map((field) => paragraphs(subfields(field).all('a').join('\n')))
      .join('\n\n'),
    container: withoutStop(host.one('t') ?? host.one('p') ?? ''),
    volume: place.volume ?? host.one('v'),
    issue: place.issue ?? host.one('n'),
    pages: place.pages ?? host.one('c'),
    publisher: isThesis ? null : withoutStop(published.one('b') ?? ''),
    institution: isThesis ? withoutStop(thesis.one('c') ?? published.one('b') ?? '') : null,
    kind,
    license: rights.one('u') ?? rights.one('a'),
    topics: all('650', '653').flatMap((field) => subfields(field).all('a').map(withoutStop)),
  })
  const others = people.filter((field) => !isAuthor(field))
  const unmapped = [
    ...new Set([
      ...fields.map(({ attributes }) => attributes.tag ?? '').filter((tag) => !TAKEN.has(tag) && !tag.startsWith('9')),
      ...others.map((field) => `${field.attributes.tag} (${rolesOf(field)[0] ?? 'a work'})`),
      ...(addresses.length > 1 ? ['856 (after the first)'] : []),
    ]),
  ]
  return { fields: named, unmapped }
}

/** Whether a record is one of MARC, which other formats call by the same name. */
export const isMarcRecord = (record: XmlElement): boolean => find(record, 'datafield') !== undefined

/** A record of MARCXML; one of an authority file describes no work. */
export const readMarcRecord: ElementReader = (record, at) => {
  const recordId = lineOf(findAll(record, 'controlfield').find(({ attributes }) => attributes.tag === '001'))
  return [{ format: 'marcxml', recordId, ...marcFields(record), ...at }]
}
