import { identifiersOf } from '#core/papers/identifiers.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import { abstractName, textName } from '#core/papers/text-kinds.ts'
import { bibtex } from '#schemas/citation/bibtex.ts'
import { referenceOf, plainCitation } from '#schemas/citation/reference.ts'
import { ris } from '#schemas/citation/ris.ts'
import { csvLine } from './csv.ts'
import { paperLine, type PageUrls } from './markdown.ts'
import { presentFullPaper } from './paper-schema.ts'

/** An export format for lists of papers, written one by one. */
export type PaperListFormat = {
  ending: string
  name: string
  mediaType: string
  /** Written before the first paper. */
  head: string
  write(paper: Paper, urls: Pick<PageUrls, 'paper'>): string
}

const CSV_COLUMNS = [
  'id',
  'title',
  'authors',
  'year',
  'date',
  'institution',
  'type',
  'chapter',
  'longHorizonScore',
  'enterpriseScore',
  'doi',
  'arxivId',
  'kind',
  'container',
  'license',
  'url',
  'storageUrl',
  'topics',
  'concepts',
  'frameworkMappings',
  'page',
  'abstract',
  'abstractBy',
] as const

/** All stored fields except the full text, by their names in the corpus API. */
const fieldsOf = (paper: Paper) => presentFullPaper({ ...paper, fullText: null })

const csvValue = (value: unknown): string =>
  Array.isArray(value) ? value.join('; ') : typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const csvRow = (paper: Paper, urls: Pick<PageUrls, 'paper'>): string => {
  const identifiers = identifiersOf(paper)
  const values: Record<string, unknown> = { ...fieldsOf(paper), ...identifiers, page: urls.paper(paper.id) }
  return csvLine(CSV_COLUMNS.map((column) => csvValue(values[column])))
}

export const paperListFormats: readonly PaperListFormat[] = [
  {
    ending: 'md',
    name: 'Markdown',
    mediaType: 'text/markdown; charset=utf-8',
    head: '# Papers\n\n',
    write: (paper, urls) => paperLine(urls, paper),
  },
  {
    ending: 'csv',
    name: 'CSV',
    mediaType: 'text/csv; charset=utf-8; header=present',
    head: csvLine(CSV_COLUMNS),
    write: csvRow,
  },
  {
    ending: 'bib',
    name: 'BibTeX',
    mediaType: 'application/x-bibtex; charset=utf-8',
    head: '',
    write: (paper, urls) => `${bibtex(referenceOf(paper, urls.paper(paper.id)))}\n`,
  },
  {
    ending: 'ris',
    name: 'RIS',
    mediaType: 'application/x-research-info-systems; charset=utf-8',
    head: '',
    write: (paper, urls) => `${ris(referenceOf(paper, urls.paper(paper.id)))}\r\n`,
  },
  {
    ending: 'jsonl',
    name: 'JSON lines',
    mediaType: 'application/x-ndjson; charset=utf-8',
    head: '',
    write: (paper) => `${JSON.stringify(fieldsOf(paper))}\n`,
  },
]

const namedText = (name: string, text: string | null): string[] => (text === null ? [] : [name, text.trim()])

/** A paper as plain text: citation, abstract or summary, full text or note, each under its name. */
export const plainPaper = (paper: PaperWithText, pageUrl: string): string =>
  [
    plainCitation(referenceOf(paper, pageUrl)).trim(),
    ...namedText(abstractName(paper), paper.abstract),
    ...namedText(textName(paper), paper.fullText),
  ]
    .map((text) => `${text}\n`)
    .join('\n')
