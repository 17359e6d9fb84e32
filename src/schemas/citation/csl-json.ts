import type { PublicationKind } from '#core/papers/bibliography.ts'
import { omitEmpty } from '#schemas/fields.ts'
import type { PersonName, Reference } from './reference.ts'

/** An item of CSL-JSON, as reference managers import it. */
export type CslItem = {
  id: string
  type: string
  title: string
  author: PersonName[]
  issued: { 'date-parts': [number[]] }
  'container-title'?: string
  volume?: string
  issue?: string
  page?: string
  license?: string
  URL: string
  publisher?: string
  DOI?: string
  number?: string
  archive?: string
  abstract?: string
  annote?: string
  keyword?: string
}

const types: Record<PublicationKind, string> = {
  'journal-article': 'article-journal',
  'conference-paper': 'paper-conference',
  preprint: 'article',
  manuscript: 'manuscript',
  book: 'book',
  chapter: 'chapter',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  software: 'software',
  webpage: 'webpage',
  other: 'document',
}

export const cslItem = (reference: Reference): CslItem => ({
  id: reference.key,
  type: reference.kind === null ? 'document' : types[reference.kind],
  title: reference.title,
  author: reference.authors.map(({ name }) => name),
  issued: { 'date-parts': [(reference.date ?? String(reference.year)).split('-').map(Number)] },
  ...omitEmpty({
    'container-title': reference.container,
    volume: reference.volume,
    issue: reference.issue,
    page: reference.pages,
    license: reference.license,
  }),
  URL: reference.url,
  ...omitEmpty({ publisher: reference.publisher ?? reference.institution }),
  ...(reference.doi === null ? {} : { DOI: reference.doi }),
  ...(reference.arxivId === null ? {} : { archive: 'arXiv', number: `arXiv:${reference.arxivId}` }),
  ...omitEmpty({ abstract: reference.abstract, annote: reference.summary }),
  ...(reference.keywords.length === 0 ? {} : { keyword: reference.keywords.join(', ') }),
})

export const cslJson = (reference: Reference): string => `${JSON.stringify([cslItem(reference)], null, 2)}\n`
