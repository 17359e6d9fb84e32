import { invertedName, paperFields, wholeTitle, type Person } from '#formats/record.ts'
import { bareArxivId, bareDoi } from '#formats/text/identifiers.ts'
import { paragraphs, parseLooseDate } from '#formats/text/text.ts'
import { zoteroKind } from '#formats/zotero.ts'
import { childrenOf, find, findAll, lineOf, namesExcept, rawText, type XmlElement } from './element.ts'
import type { ElementReader, ReadMetadata } from './xml-records.ts'

const TAKEN = new Set(
  'titleInfo name typeOfResource genre originInfo language abstract subject relatedItem part identifier location accessCondition recordInfo physicalDescription classification'.split(
    ' ',
  ),
)

/** Genres of works, reduced to their letters. */
const kinds: Record<string, string> = {
  journalarticle: 'journal-article',
  article: 'journal-article',
  researcharticle: 'journal-article',
  conferencepaper: 'conference-paper',
  inproceedings: 'conference-paper',
  preprint: 'preprint',
  eprint: 'preprint',
  book: 'book',
  bookchapter: 'chapter',
  chapter: 'chapter',
  incollection: 'chapter',
  inbook: 'chapter',
  thesis: 'thesis',
  theses: 'thesis',
  phdthesis: 'thesis',
  mastersthesis: 'thesis',
  doctoralthesis: 'thesis',
  dissertation: 'thesis',
  report: 'report',
  technicalreport: 'report',
  techreport: 'report',
  dataset: 'dataset',
  software: 'software',
  website: 'webpage',
}

/** Kinds of works by the genre of what they are part of. */
const kindsWithin: [RegExp, string][] = [
  [/journal|periodical|magazine|serial/u, 'journal-article'],
  [/conference|proceedings/u, 'conference-paper'],
  [/book|monograph/u, 'chapter'],
]

const genresOf = (element: XmlElement | undefined): string[] =>
  findAll(element, 'genre').map((genre) => lineOf(genre) ?? '')

const issuanceOf = (element: XmlElement | undefined): string | null => lineOf(find(element, 'originInfo', 'issuance'))

const kindOf = (mods: XmlElement, host: XmlElement | undefined): string | null => {
  for (const genre of genresOf(mods)) {
    const kind = kinds[genre.toLowerCase().replaceAll(/[^a-z]/gu, '')] ?? zoteroKind(genre, null)
    if (kind !== null) return kind
  }
  if (host === undefined) return issuanceOf(mods) === 'monographic' ? 'book' : null
  const words = [...genresOf(host), issuanceOf(host) ?? ''].join(' ').toLowerCase()
  return kindsWithin.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

const titleOf = (element: XmlElement | undefined): string | null => {
  const titles = findAll(element, 'titleInfo')
  const title = titles.find(({ attributes }) => attributes.type === undefined) ?? titles[0]
  const [article, main] = [rawText(find(title, 'nonSort')).trim(), lineOf(find(title, 'title'))]
  const parts = ['partNumber', 'partName'].map((name) => lineOf(find(title, name))).filter((part) => part !== null)
  // An elided article stands with its word: "L’" and "art".
  const named = article === '' || /['’]$/u.test(article) ? `${article}${main ?? ''}` : `${article} ${main ?? ''}`
  return wholeTitle([named, ...parts].join('. '), lineOf(find(title, 'subTitle')))
}

const AUTHORS = new Set(['author', 'aut', 'creator', 'cre', 'joint author', 'dissertant', 'dis'])

const rolesOf = (name: XmlElement): string[] =>
  findAll(name, 'role', 'roleTerm').map((role) => (lineOf(role) ?? '').toLowerCase().replace(/\.$/u, ''))

const isAuthor = (name: XmlElement): boolean => {
  const roles = rolesOf(name)
  return roles.length === 0 || roles.some((role) => AUTHORS.has(role))
}

const personOf = (name: XmlElement): Person => {
  const parts = findAll(name, 'namePart')
  const part = (type: string | undefined): string | null => {
    const texts = parts.filter(({ attributes }) => attributes.type === type).map((one) => lineOf(one) ?? '')
    return texts.length === 0 ? null : texts.join(' ')
  }
  const [family, suffix] = [part('family'), part('termsOfAddress')]
  const details = {
    orcid: lineOf(findAll(name, 'nameIdentifier').find(({ attributes }) => attributes.type?.toLowerCase() === 'orcid')),
    affiliations: findAll(name, 'affiliation').map(lineOf),
  }
  if (family !== null)
    return { given: part('given'), family: suffix === null ? family : `${family} ${suffix}`, ...details }
  const whole = part(undefined) ?? part('given')
  const isGroup = name.attributes.type === 'corporate' || name.attributes.type === 'conference'
  return { ...(isGroup ? { name: whole, isGroup } : invertedName(whole ?? '')), ...details }
}

/** Dates of an origin, those first that the record names as its key. */
const datesOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  findAll(element, 'originInfo', name).toSorted(
    (a, b) => Number(b.attributes.keyDate === 'yes') - Number(a.attributes.keyDate === 'yes'),
  )

/** The date of publication of the work, or of the issue that it stands in. */
const dateOf = (mods: XmlElement, host: XmlElement | undefined): string | null => {
  const dates = [
    ...datesOf(mods, 'dateIssued'),
    ...findAll(mods, 'part', 'date'),
    ...findAll(host, 'part', 'date'),
    ...datesOf(host, 'dateIssued'),
    ...['copyrightDate', 'dateCreated', 'dateOther'].flatMap((name) => datesOf(mods, name)),
  ].map((date) => parseLooseDate(lineOf(date) ?? ''))
  return dates.find((date) => date !== null) ?? null
}

const pagesOf = (part: XmlElement | undefined): string | null => {
  const extents = findAll(part, 'extent')
  const extent = extents.find(({ attributes }) => attributes.unit?.startsWith('page') === true) ?? extents[0]
  const [first, last] = [lineOf(find(extent, 'start')), lineOf(find(extent, 'end'))]
  return first === null || last === null ? (first ?? lineOf(find(extent, 'list'))) : `${first}-${last}`
}

const isHttp = (text: string): boolean => /^https?:\/\//iu.test(text)

/** A record of the Metadata Object Description Schema. */
export const modsFields = (mods: XmlElement): ReadMetadata => {
  const host = findAll(mods, 'relatedItem').find(({ attributes }) => attributes.type === 'host')
  const part = find(host, 'part') ?? find(mods, 'part')
  const detail = (...types: readonly string[]): string | null =>
    findAll(part, 'detail')
      .filter(({ attributes }) => types.includes(attributes.type ?? ''))
      .map((one) => lineOf(find(one, 'number')) ?? lineOf(find(one, 'caption')))
      .find((number) => number !== null) ?? null
  const identifier = (type: string): string | null =>
    findAll(mods, 'identifier')
      .filter(({ attributes }) => attributes.type?.toLowerCase() === type)
      .map(lineOf)
      .find((text) => text !== null) ?? null
  const names = findAll(mods, 'name')
  const kind = kindOf(mods, host)
  const doi = identifier('doi')
  const addresses = [...findAll(mods, 'location', 'url').map(lineOf), identifier('uri')]
  const publisher = lineOf(find(mods, 'originInfo', 'publisher')) ?? lineOf(find(host, 'originInfo', 'publisher'))
  const rights = find(mods, 'accessCondition')
  const fields = paperFields({
    title: titleOf(mods),
    people: names.filter(isAuthor).map(personOf),
    date: dateOf(mods, host),
    doi: doi === null ? null : bareDoi(doi),
    arxivId: bareArxivId(identifier('arxiv')),
    url: addresses.find((address) => address !== null && isHttp(address)) ?? null,
    abstract: paragraphs(rawText(find(mods, 'abstract'))),
    container: titleOf(host),
    volume: detail('volume'),
    issue: detail('issue', 'number'),
    pages: pagesOf(part),
    publisher: kind === 'thesis' ? null : publisher,
    institution: kind === 'thesis' ? publisher : null,
    kind,
    license: rights?.attributes['xlink:href'] ?? lineOf(rights),
    topics: findAll(mods, 'subject')
      .flatMap(childrenOf)
      .filter(({ name }) => name === 'topic')
      .map((topic) => lineOf(topic) ?? ''),
  })
  const others = [
    ...names.filter((name) => !isAuthor(name)).map((name) => `name (${rolesOf(name)[0] ?? ''})`),
    ...findAll(mods, 'relatedItem')
      .filter((item) => item !== host)
      .map(({ attributes }) => `relatedItem (${attributes.type ?? ''})`),
  ]
  return { fields, unmapped: [...namesExcept(mods, TAKEN), ...new Set(others)] }
}

export const readMods: ElementReader = (mods, at) => {
  const recordId = mods.attributes.ID ?? lineOf(find(mods, 'recordInfo', 'recordIdentifier'))
  return [{ format: 'mods', recordId, ...modsFields(mods), ...at }]
}
