import { ofEachBibliographicText } from './bibliography.ts'
import type { PaperWithText } from './paper.ts'

export type PaperField = Exclude<keyof PaperWithText, 'id' | 'openFile'>

/** Display names of the fields of a paper, in reading order. */
export const fieldLabels: Record<PaperField, string> = {
  title: 'Title',
  authors: 'Authors',
  authorNames: 'Names as sorted',
  authorDetails: 'ORCID iDs and affiliations',
  year: 'Year',
  date: 'Date',
  institution: 'Institution',
  url: 'Address',
  storageUrl: 'PDF',
  openAccess: 'Open access',
  doi: 'DOI',
  arxivId: 'arXiv id',
  kind: 'Kind of publication',
  ...ofEachBibliographicText((_, { label }) => label),
  abstract: 'Abstract',
  abstractBy: 'Abstract by',
  chapter: 'Chapter',
  type: 'Type',
  longHorizon: 'Long-horizon score',
  enterprise: 'Enterprise score',
  topics: 'Topics',
  concepts: 'Concepts',
  frameworks: 'Frameworks',
  commentary: 'Commentary',
  fullText: 'Full text',
  fullTextKind: 'What the full text is',
}

export const labelledFields = Object.keys(fieldLabels) as readonly PaperField[]
