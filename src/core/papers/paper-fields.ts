import { ofEachBibliographicText } from './bibliography.ts'
import type { PaperWithText } from './paper.ts'
import { abstractName, type TextKinds, textName } from './text-kinds.ts'

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
  longHorizon: 'First score',
  enterprise: 'Second score',
  topics: 'Topics',
  concepts: 'Concepts',
  frameworks: 'Frameworks',
  commentary: 'Commentary',
  fullText: 'Full text',
  fullTextKind: 'What the full text is',
}

/** The name of a field in one paper: its texts may be a summary and a note. */
export const fieldLabelIn = (paper: TextKinds, field: PaperField): string => {
  if (field === 'abstract') return abstractName(paper)
  return field === 'fullText' ? textName(paper) : fieldLabels[field]
}

export const labelledFields = Object.keys(fieldLabels) as readonly PaperField[]
