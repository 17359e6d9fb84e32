import type { PersonName } from './person-name.ts'
import type { Reference } from './reference.ts'

/** An item of the Citation Style Language's JSON, as reference managers take it. */
export type CslItem = {
  id: string
  type: 'article' | 'dataset'
  title: string
  author: PersonName[]
  issued: { 'date-parts': [[number]] }
  URL: string
  publisher?: string
  DOI?: string
  number?: string
  archive?: string
  abstract?: string
  keyword?: string
}

export const cslItem = (reference: Reference): CslItem => ({
  id: reference.key,
  type: reference.isDataset ? 'dataset' : 'article',
  title: reference.title,
  author: reference.authors.map(({ name }) => name),
  issued: { 'date-parts': [[reference.year]] },
  URL: reference.url,
  ...(reference.institution === null ? {} : { publisher: reference.institution }),
  ...(reference.doi === null ? {} : { DOI: reference.doi }),
  ...(reference.arxivId === null ? {} : { archive: 'arXiv', number: `arXiv:${reference.arxivId}` }),
  ...(reference.abstract === null ? {} : { abstract: reference.abstract }),
  ...(reference.keywords.length === 0 ? {} : { keyword: reference.keywords.join(', ') }),
})

export const cslJson = (reference: Reference): string => `${JSON.stringify([cslItem(reference)], null, 2)}\n`
