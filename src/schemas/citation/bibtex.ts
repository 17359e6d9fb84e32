import type { PublicationKind } from '#core/papers/bibliography.ts'
import type { Reference } from './reference.ts'
import { isMathematics } from './tex-mathematics.ts'

/** What TeX would not print as it stands. Braces become words: BibTeX counts them even behind a backslash. */
const SPECIAL: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  $: '\\$',
  '&': '\\&',
  '%': '\\%',
  '#': '\\#',
  _: '\\_',
}

/** Mathematics between dollar signs, told from prices by what touches the signs. */
const MATHEMATICS = /(?<math>\$(?=\S)[^$]*(?<=\S)\$(?!\d))/u

const isBalanced = (text: string): boolean => {
  let depth = 0
  for (const sign of text) {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0
    if (depth < 0) return false
  }
  return depth === 0
}

/** Two of these side by side would become one sign of print. */
const LIGATURE = /(?<=-)-|(?<=')'|(?<=`)`/gu

const escaped = (text: string): string =>
  text.replaceAll(/[\\{}^~$&%#_]/gu, (sign) => SPECIAL[sign] ?? sign).replaceAll(LIGATURE, (sign) => `{}${sign}`)

/** Text for TeX; formulas that are whole, and nothing else than formulas, stay formulas. */
const texText = (text: string, plain: (part: string) => string = escaped): string =>
  text
    .split(MATHEMATICS)
    .map((part, index) => (index % 2 === 1 && isBalanced(part) && isMathematics(part) ? part : plain(part)))
    .join('')

/** Styles turn titles into small letters; a word in braces keeps its capitals. */
const protectCapitals = (text: string): string =>
  text
    .split(/(?<word>[\p{L}\p{N}][\p{L}\p{N}-]*)/u)
    .map((part) => (/.\p{Lu}/u.test(part) ? `{${part}}` : escaped(part)))
    .join('')

/** A comma within a part would make two of it. */
const namePart = (part: string): string => (part.includes(',') ? `{${texText(part)}}` : texText(part))

/**
 * `von Last, First`: programs split `First von Last` each in its own way where a particle has a capital or a given name a
 * hyphen. Groups, and names that hold words of BibTeX itself, are kept whole by braces.
 */
const authorText = ({ printed, name }: Reference['authors'][number]): string => {
  if ('literal' in name || /\band\b|[{}]/iu.test(printed)) return `{${texText(printed)}}`
  return [name.family, name.given].map(namePart).join(', ')
}

/** Addresses are not text: TeX's url command prints them as they are, but for what would break the entry. */
const address = (url: string): string => url.replaceAll(/[\\{}]/gu, encodeURIComponent)

/**
 * Types of entries that BibTeX styles know, those of BibLaTeX where BibTeX has none. There is none for preprints: of what
 * there is, only `unpublished` keeps reference managers from taking them for something published. BibLaTeX has `dataset`, but
 * Zotero leaves such an entry out without a word.
 */
const types: Record<PublicationKind, string> = {
  'journal-article': 'article',
  'conference-paper': 'inproceedings',
  preprint: 'unpublished',
  manuscript: 'unpublished',
  book: 'book',
  chapter: 'incollection',
  thesis: 'phdthesis',
  report: 'techreport',
  dataset: 'misc',
  software: 'software',
  webpage: 'online',
  other: 'misc',
}

/** The field that a style prints where the kind has it: the journal of an article, the book of the others. */
const placeFields = ({ kind, container, volume, issue, pages }: Reference): [string, string | null][] => [
  [
    kind === 'conference-paper' || kind === 'chapter' ? 'booktitle' : 'journal',
    container === null ? null : texText(container, protectCapitals),
  ],
  ['volume', volume === null ? null : texText(volume)],
  ['number', issue === null ? null : texText(issue)],
  [
    'pages',
    pages === null
      ? null
      : pages
          .split('-')
          .map((page) => texText(page))
          .join('--'),
  ],
]

/** What the type of the entry does not tell. */
const furtherTypes: Partial<Record<PublicationKind, string>> = { preprint: 'Preprint', dataset: 'Dataset' }

/** Styles demand a note of what is unpublished, and print it. */
const preprintNote = ({ kind, arxivId }: Reference): string | null => {
  if (kind !== 'preprint') return null
  return arxivId === null ? 'Preprint' : `arXiv:${arxivId}`
}

export const bibtex = (reference: Reference): string => {
  const { doi, arxivId, institution, abstract, keywords } = reference
  const fields: [string, string | null][] = [
    ['author', reference.authors.map(authorText).join(' and ')],
    ['title', texText(reference.title, protectCapitals)],
    ['year', String(reference.year)],
    ['date', reference.date],
    ...placeFields(reference),
    ['publisher', reference.publisher === null ? null : texText(reference.publisher)],
    ['type', furtherTypes[reference.kind ?? 'other'] ?? null],
    ['note', preprintNote(reference)],
    ['institution', institution === null ? null : texText(institution)],
    ['doi', doi === null ? null : address(doi)],
    ['eprint', arxivId],
    ['eprinttype', arxivId === null ? null : 'arxiv'],
    ['archiveprefix', arxivId === null ? null : 'arXiv'],
    ['copyright', reference.license === null ? null : texText(reference.license)],
    ['url', address(reference.url)],
    ['pdf', reference.pdf === null ? null : address(reference.pdf)],
    ['abstract', abstract === null ? null : texText(abstract)],
    ['keywords', keywords.length === 0 ? null : texText(keywords.join(', '))],
  ]
  const lines = fields.flatMap(([name, value]) => (value === null ? [] : [`  ${name} = {${value}},\n`]))
  const type = reference.kind === null ? 'misc' : types[reference.kind]
  return `@${type}{${reference.key},\n${lines.join('')}}\n`
}
