import type { PublicationKind } from '#core/papers/bibliography.ts'
import type { PersonName } from './person-name.ts'
import type { Reference } from './reference.ts'

/** In the name of a group, a comma is doubled, as EndNote has it: one would part a family name from a given one. */
const sortName = (name: PersonName): string =>
  'literal' in name ? name.literal.replaceAll(',', ',,') : `${name.family}, ${name.given}`

/**
 * There is no type for preprints: `M3` says what kind of manuscript they are. Of the types for what is unpublished, programs
 * know MANSCPT best; for UNPD some give nothing but the key.
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

/** First and last page; a number of an article, or several ranges, stay whole. */
const pageTags = (pages: string | null): [string, string | null][] => {
  const { first = pages, last = null } = /^(?<first>[^-,]+)-(?<last>[^-,]+)$/u.exec(pages ?? '')?.groups ?? {}
  return [
    ['SP', first],
    ['EP', last],
  ]
}

/** Kinds whose DOI Zotero takes from `DO`; of all others it forgets it. */
const DOI_KINDS = new Set<PublicationKind | null>(['journal-article', 'conference-paper', 'dataset', 'other', null])

/** RIS writes dates as year/month/day/other, with all slashes. */
const risDate = (date: string): string => `${date.replaceAll('-', '/')}${'/'.repeat(4 - date.split('-').length)}`

/** Theses and reports are published by the institution; that of any other author is none of the publication. */
const publisherOf = ({ kind, publisher, institution }: Reference): string | null =>
  publisher ?? (kind === 'thesis' || kind === 'report' ? institution : null)

/** RIS: a tag and a value a line, lines ended as the format demands. */
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
    ['C1', reference.license === null ? null : `License: ${reference.license}`],
    ...reference.keywords.map((word): [string, string] => ['KW', word]),
    ['AD', reference.institution === reference.publisher ? null : reference.institution],
    ['ER', ''],
  ]
  return tags.flatMap(([tag, value]) => (value === null ? [] : [`${tag}  - ${value}\r\n`])).join('')
}
