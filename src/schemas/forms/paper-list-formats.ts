import { identifiersOf } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { bibtex } from '#schemas/citation/bibtex.ts'
import { referenceOf } from '#schemas/citation/reference.ts'
import { ris } from '#schemas/citation/ris.ts'
import { csvLine } from '#schemas/csv/csv-line.ts'
import { paperLine, type PageUrls } from '#schemas/markdown/editorial-markdown.ts'
import { presentFullPaper } from '#schemas/paper-schema.ts'

/** A form in which many papers are written one after the other. */
export type PaperListFormat = {
  ending: string
  name: string
  mediaType: string
  /** What stands before the first paper. */
  head: string
  write(paper: Paper, urls: PageUrls): string
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
] as const

/** All that is kept of a paper but its text, under the names of the corpus API. */
const fieldsOf = (paper: Paper) => presentFullPaper({ ...paper, fullText: null })

const csvValue = (value: unknown): string =>
  Array.isArray(value) ? value.join('; ') : typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const csvRow = (paper: Paper, urls: PageUrls): string => {
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
