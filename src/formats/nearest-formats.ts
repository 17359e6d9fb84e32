import type { SourceFormat } from '#core/imports/imported-record.ts'
import { tableStart } from './table-columns.ts'
import { hasPaperLinks } from './links/detect-links.ts'
import { identifiersInLine } from './text/identifiers.ts'

/** Names of elements by which a format of XML is known. */
const elements: Partial<Record<SourceFormat, string>> = {
  'arxiv-atom': 'feed entry author title',
  rss: 'rss channel item title',
  'oai-pmh': 'OAI-PMH record header metadata',
  jats: 'article front article-meta article-title',
  tei: 'TEI teiHeader fileDesc titleStmt',
  mods: 'modsCollection mods titleInfo originInfo',
  marcxml: 'record leader controlfield datafield',
  pubmed: 'PubmedArticleSet PubmedArticle ArticleTitle',
  endnote: 'records record ref-type titles',
  dblp: 'dblp inproceedings author title',
  zotero: 'RDF itemType authors surname',
}

/** Names of members by which a format of JSON is known. */
const members: Partial<Record<SourceFormat, string>> = {
  papers: 'title authors year',
  'csl-json': 'title author issued',
  crossref: 'DOI title issued container-title',
  openalex: 'display_name authorships publication_year',
  'semantic-scholar': 'paperId externalIds title',
  zotero: 'itemType title creators',
  dblp: 'info title authors key',
  openreview: 'id content title authors',
  zenodo: 'metadata title creators',
  datacite: 'titles creators publicationYear',
  huggingface: 'id title summary authors',
  'schema-org': '@type name author',
}

/** A sign of a format, in words, and whether the text has it. */
type Sign = [words: string, isThere: boolean]
/** A format with its signs. */
type Candidate = [SourceFormat, Sign[]]

const NAMED = 3
const NAME_LENGTH = 30

const shortened = (name: string): string => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name)

const tableSigns = (text: string): Sign[] => {
  const { names, columns, isEven } = tableStart(text)
  const seen = names.slice(0, NAMED).map((name) => `“${shortened(name)}”`)
  const among = names.length < 2 ? '' : ` among ${seen.join(', ')}${names.length > NAMED ? ' …' : ''}`
  return [
    ['lines with the same number of cells', isEven],
    [`a column for titles${among}`, columns.includes('title')],
    ['another known column', columns.some((column) => column !== 'title')],
  ]
}

const identifierSigns = (text: string): Sign[] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const known = lines.filter((line) => identifiersInLine(line).length > 0)
  return [
    ['a DOI or an arXiv id', known.length > 0],
    ['one in at least half of its lines', known.length > 0 && known.length * 2 >= lines.length],
  ]
}

/** Formats of lines, those first to which other text is most easily brought. */
const inLines = (text: string): Candidate[] => [
  ['identifiers', identifierSigns(text)],
  [
    'links',
    [
      ['links such as [a title](https://…)', /\]\(https?:/u.test(text)],
      ['links that lead to papers in every few lines', hasPaperLinks(text)],
    ],
  ],
  ['csv', tableSigns(text)],
  [
    'bibtex',
    [
      ['an entry such as @article{', /^[ \t]*@[ \t]*[a-z]{1,30}[ \t]*[{(]/imu.test(text)],
      ['fields such as title = {', /^[ \t]*[a-z]{2,30}[ \t]*=[ \t]*[{"]/imu.test(text)],
    ],
  ],
  [
    'arxiv-listing',
    [
      ['a line arXiv:2401.01234', /^arXiv:\s?[\w./-]{9,40}/mu.test(text)],
      ['lines Title: and Authors:', /^Title: /mu.test(text) && /^Authors: /mu.test(text)],
    ],
  ],
  [
    'ris',
    [
      ['a line TY  -', /^[ \t]*TY {0,2}-/mu.test(text)],
      ['lines such as AU  -', /^[ \t]*[A-Z][A-Z0-9] {1,2}-/mu.test(text)],
    ],
  ],
  [
    'pubmed',
    [
      ['a line PMID-', /^PMID {0,2}-/mu.test(text)],
      ['lines such as FAU -', /^[A-Z]{3,4} ?- /mu.test(text)],
    ],
  ],
  [
    'endnote',
    [
      ['a line %0', /^%0 /mu.test(text)],
      ['lines such as %A', /^%[A-Z] /mu.test(text)],
    ],
  ],
]

const byNames = (formats: Partial<Record<SourceFormat, string>>, found: ReadonlySet<string>): Candidate[] =>
  (Object.entries(formats) as [SourceFormat, string][]).map(([format, names]) => [
    format,
    names.split(' ').map((name): Sign => [name, found.has(name)]),
  ])

const namesIn = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(({ groups }) => groups?.name ?? ''))

/** How much of a text is looked at. An archive may have thousands of files that are not recognised. */
const LOOKED_AT = 16_384

const candidatesFor = (text: string): Candidate[] => {
  if (text.startsWith('<')) return byNames(elements, namesIn(text, /<(?:[\w.-]{1,60}:)?(?<name>[\w.-]{1,60})/gu))
  if (/^[{[]/u.test(text)) return byNames(members, namesIn(text, /"(?<name>[^"\\\n]{1,60})"\s{0,20}:/gu))
  return inLines(text)
}

const shareOf = (signs: readonly Sign[]): number => signs.filter(([, isThere]) => isThere).length / signs.length

const inWords = ([format, signs]: Candidate): string => {
  const list = (wanted: boolean): string =>
    signs
      .filter(([, isThere]) => isThere === wanted)
      .map(([words]) => words)
      .join(', ')
  const parts = [list(true) === '' ? '' : `has ${list(true)}`, list(false) === '' ? '' : `lacks ${list(false)}`]
  return `${format} (${parts.filter((part) => part !== '').join('; ')})`
}

/** The three formats to which a text comes nearest, by the signs of each that its start has and lacks, as a sentence. */
export const nearestFormats = (source: string): string => {
  const nearest = candidatesFor(source.slice(0, LOOKED_AT).trimStart())
    .toSorted(([, a], [, b]) => shareOf(b) - shareOf(a))
    .slice(0, 3)
  return `The nearest are ${nearest.map(inWords).join(', ')}; docs/formats.md has all formats.`
}

/** Files of other programs, by their first bytes as Windows-1252. */
const others: [RegExp, string][] = [
  [
    /^ÐÏ\u0011à/u,
    'a document of Word or Excel before 2007, or one with a password: save a table as .xlsx without one, or as CSV',
  ],
  [/^\{\\rtf/u, 'a document in Rich Text Format: save it as plain text'],
  [/^(?:7z¼¯|Rar!|BZh\d|ý7zXZ|\(µ\/ý)/u, 'a compressed file or archive: unpack it, or use ZIP or gzip'],
  [/^.{257}ustar/su, 'a tar archive: unpack it, or use ZIP'],
  [/^(?:‰PNG|ÿØÿ|GIF8)/u, 'a picture'],
  [/^SQLite format 3/u, 'a database: export its records'],
]

/** What a source is, if it is a file of one of these kinds, which hold no readable records; otherwise null. */
export const otherKindOf = (text: string): string | null => others.find(([pattern]) => pattern.test(text))?.[1] ?? null
