import { type FoundReference, referred } from '#formats/cited-work.ts'
import { paperFields, type Person } from '#formats/record.ts'
import { parseDate } from '#formats/text/text.ts'
import { arxivMonth, bareArxivId } from '#formats/text/identifiers.ts'
import { childrenOf, descendants, find, findAll, lineOf, namesExcept, type XmlElement } from './element.ts'
import type { ElementReader } from './xml-records.ts'

/** The institution, or the smallest part of it that is named; GROBID splits what is printed into both. */
const affiliationOf = (affiliation: XmlElement): string | null => {
  const names = findAll(affiliation, 'orgName')
  return lineOf(names.find(({ attributes }) => attributes.type === 'institution') ?? names[0])
}

/** GROBID takes some lines for authors, without a name; they get no name here either. */
const personOf = (author: XmlElement): Person => {
  const name = find(author, 'persName')
  const given = findAll(name, 'forename')
    .map((part) => lineOf(part) ?? '')
    .join(' ')
  const [family, suffix] = [lineOf(find(name, 'surname')), lineOf(find(name, 'genName'))]
  const details = {
    orcid: lineOf(findAll(author, 'idno').find(({ attributes }) => attributes.type?.toUpperCase() === 'ORCID')),
    affiliations: findAll(author, 'affiliation').map(affiliationOf),
  }
  if (family === null) return { name: given, ...details }
  return { given, family: suffix === null ? family : `${family} ${suffix}`, ...details }
}

const whenOf = (date: XmlElement | undefined): string | null => parseDate(date?.attributes.when ?? lineOf(date) ?? '')

/** The first date of publication, or any other that stands with the work itself. */
const dateOf = (file: XmlElement | undefined, source: XmlElement | undefined): string | null =>
  [
    find(file, 'publicationStmt', 'date'),
    find(source, 'monogr', 'imprint', 'date'),
    ...descendants(source, 'date'),
    ...descendants(file, 'date'),
  ]
    .map(whenOf)
    .find((date) => date !== null) ?? null

/** GROBID keeps arXiv's stamp as the id: "arXiv:2210.03629v3[cs.CL] 10 Mar 2023". The id itself names a month, too. */
const stampedDate = (stamp: string | null): string | null => {
  const [id = '', ...words] = (stamp ?? '').trim().split(/[\s[]+/u)
  return parseDate(words.slice(-3).join(' ')) ?? arxivMonth(bareArxivId(id))
}

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/u

/** The year in the name of the volume or the meeting, or that of copyright. */
const statedYear = (file: XmlElement | undefined, volume: XmlElement | undefined): string | null => {
  const names = [...findAll(volume, 'meeting'), ...findAll(volume, 'title')].map((name) => lineOf(name) ?? '')
  const rights = lineOf(find(file, 'publicationStmt', 'availability')) ?? ''
  const copyright = /(?:©|\(c\)|copyright)[^]{0,40}/iu.exec(rights)?.[0] ?? ''
  return [...names, copyright].map((text) => YEAR.exec(text)?.[0]).find((year) => year !== undefined) ?? null
}

const firstText = (elements: readonly XmlElement[]): string | null =>
  elements.map(lineOf).find((text) => text !== null) ?? null

/** The notes of an entry in which GROBID keeps the reference as printed. */
const printedIn = (entry: XmlElement): string | null =>
  lineOf(findAll(entry, 'note').find(({ attributes }) => attributes.type === 'raw_reference'))

const citedOf = (entry: XmlElement): FoundReference => {
  const [work, volume] = [find(entry, 'analytic'), find(entry, 'monogr')]
  const ids = descendants(entry, 'idno')
  const idOf = (type: string): string | null =>
    lineOf(ids.find(({ attributes }) => attributes.type?.toLowerCase() === type))
  const people = [...findAll(work, 'author'), ...(work === undefined ? findAll(volume, 'author') : [])].map(personOf)
  return {
    doi: idOf('doi'),
    arxivId: idOf('arxiv')?.split(/[\s[]/u)[0] ?? null,
    title: lineOf(find(work, 'title')) ?? lineOf(find(volume, 'title')),
    year: whenOf(find(volume, 'imprint', 'date')) ?? whenOf(descendants(entry, 'date')[0]),
    people,
    text: printedIn(entry),
  }
}

/** The header of a document as GROBID writes it (TEI P5). */
export const readTei: ElementReader = (document, at) => {
  const header = find(document, 'teiHeader')
  const file = find(header, 'fileDesc')
  const source = find(file, 'sourceDesc', 'biblStruct')
  const [work, volume] = [find(source, 'analytic'), find(source, 'monogr')]
  const idOf = (type: string): string | null =>
    firstText(descendants(source, 'idno').filter(({ attributes }) => attributes.type?.toLowerCase() === type))
  const scope = (unit: string): XmlElement | undefined =>
    findAll(volume, 'imprint', 'biblScope').find(({ attributes }) => attributes.unit === unit)
  const [first, last] = [scope('page')?.attributes.from, scope('page')?.attributes.to]
  const abstract = childrenOf(find(header, 'profileDesc', 'abstract')).flatMap((part) =>
    part.name === 'div' ? childrenOf(part).map(lineOf) : [lineOf(part)],
  )
  const container = lineOf(find(volume, 'title'))
  const fields = paperFields({
    title: lineOf(find(file, 'titleStmt', 'title')) ?? lineOf(find(work, 'title')),
    people: findAll(work, 'author').map(personOf),
    date:
      dateOf(file, source) ??
      stampedDate(idOf('arxiv')) ??
      arxivMonth(bareArxivId(idOf('doi'))) ??
      statedYear(file, volume),
    doi: idOf('doi'),
    arxivId: idOf('arxiv')?.split(/[\s[]/u)[0] ?? null,
    abstract: abstract.filter((part) => part !== null).join('\n\n'),
    container,
    // The level "j" says that it is a journal; others are books, proceedings and series.
    kind: container !== null && find(volume, 'title')?.attributes.level === 'j' ? 'journal-article' : null,
    volume: lineOf(scope('volume')),
    issue: lineOf(scope('issue')),
    pages: first === undefined ? lineOf(scope('page')) : last === undefined ? first : `${first}-${last}`,
    publisher: lineOf(find(file, 'publicationStmt', 'publisher')) ?? lineOf(find(volume, 'imprint', 'publisher')),
    institution: firstText(
      descendants(find(work, 'author', 'affiliation'), 'orgName').filter(
        ({ attributes }) => attributes.type === 'institution',
      ),
    ),
    license: find(file, 'publicationStmt', 'availability', 'licence')?.attributes.target ?? null,
    topics: descendants(find(header, 'profileDesc'), 'term').map((term) => lineOf(term) ?? ''),
  })
  if (fields.year === undefined && fields.title !== undefined)
    return [
      {
        position: at.position,
        reason:
          'Its header names no date of publication: import the PDF or another record of the work, or write <date when="2024"/> into its <publicationStmt>.',
      },
    ]
  const unmapped = [
    ...namesExcept(document, new Set(['teiHeader'])),
    ...namesExcept(header, new Set(['fileDesc', 'profileDesc', 'encodingDesc'])),
  ]
  const cited = descendants(find(document, 'text', 'back'), 'listBibl').flatMap((list) => findAll(list, 'biblStruct'))
  const recordId = idOf('md5') ?? idOf('doi')
  return [{ format: 'tei', recordId, fields, unmapped, ...referred(cited.map(citedOf)), ...at }]
}
