import type { PublicationKind } from '#core/papers/bibliography.ts'
import type { PersonName, Reference } from './reference.ts'

/** Commas in group names are doubled, as in EndNote: a single one would separate family and given name. */
const sortName = (name: PersonName): string =>
  'literal' in name ? name.literal.replaceAll(',', ',,') : `${name.family}, ${name.given}`

/**
 * RIS has no type for preprints, so `M3` gives the kind of manuscript. Of the types for unpublished work, MANSCPT is supported best;
 * some programs import nothing but the key of UNPD.
 */
const types: Record<PublicationKind, string> = {
  'journal-article': 'JOUR',
  'conference-paper': 'CPAPER',
  preprint: 'MANSCPT',
  manuscript: 'MANSCPT',
  book: 'BOOK',
  chapter: 'CHAP',
  thesis: 'THES',
  report: 'RPRT',
  dataset: 'DATA',
  software: 'COMP',
  webpage: 'ELEC',
  other: 'GEN',
}

const risType = ({ kind }: Reference): string => types[kind ?? 'other']

/** First and last page; an article number or several ranges are kept whole. */
const pageTags = (pages: string | null): [string, string | null][] => {
  const { first = pages, last = null } = /^(?<first>[^-,]+)-(?<last>[^-,]+)$/u.exec(pages ?? '')?.groups ?? {}
  return [
    ['SP', first],
    ['EP', last],
  ]
}

/** Kinds for which Zotero imports `DO`; for others it drops the DOI. */
const DOI_KINDS = new Set<PublicationKind | null>(['journal-article', 'conference-paper', 'dataset', 'other', null])

/** RIS dates are year/month/day/other, always with all slashes. */
const risDate = (date: string): string => `${date.replaceAll('-', '/')}${'/'.repeat(4 - date.split('-').length)}`

/** Theses and reports are published by the institution; for other kinds it is only the affiliation. */
const publisherOf = ({ kind, publisher, institution }: Reference): string | null =>
  publisher ?? (kind === 'thesis' || kind === 'report' ? institution : null)

/** RIS: one tag and value per line, ended by CR LF. */
export const ris = (reference: Reference): string => {
  const tags: [string, string | null][] = [
    ['TY', risType(reference)],
    ['M3', reference.kind === 'preprint' ? 'Preprint' : null],
    ['ID', reference.key],
    ...reference.authors.map(({ name }): [string, string] => ['AU', sortName(name)]),
    ['TI', reference.title],
    ['PY', String(reference.year)],
    ['DA', reference.date === null ? null : risDate(reference.date)],
    ['T2', reference.container],
    ['VL', reference.volume],
    ['IS', reference.issue],
    ...pageTags(reference.pages),
    ['PB', publisherOf(reference)],
    ['DO', reference.doi],
    ['M2', reference.doi === null || DOI_KINDS.has(reference.kind) ? null : `DOI: ${reference.doi}`],
    ['AN', reference.arxivId === null ? null : `arXiv:${reference.arxivId}`],
    ['UR', reference.url],
    ['L1', reference.pdf],
    ['AB', reference.abstract],
    ['N1', reference.summary],
    ['C1', reference.license === null ? null : `License: ${reference.license}`],
    ...reference.keywords.map((word): [string, string] => ['KW', word]),
    ['AD', reference.institution === reference.publisher ? null : reference.institution],
    ['ER', ''],
  ]
  return tags.flatMap(([tag, value]) => (value === null ? [] : [`${tag}  - ${value}\r\n`])).join('')
}
