import { openLicence } from '#core/papers/licences/open-licence.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { paperFields } from '#formats/record/paper-fields.ts'
import type { ExtractedPdf } from '#pdf/document/extracted-pdf.ts'

/** A PDF is one record. */
export const WHOLE_FILE = 'the whole'

/** What a paper must have, and what may be missing. */
const REQUIRED = ['title', 'authors', 'year'] as const
const WANTED = ['abstract'] as const

type PdfFacts = { sha256: string; keepsText: boolean }

/**
 * A PDF as a record, by what it proposes. Its text becomes the full text of the paper if the document names an open licence, or
 * if whoever brings it in says that it may be shown (`keepsText`).
 */
export const pdfRecord = (
  { pages, info, proposal, text }: ExtractedPdf,
  { sha256, keepsText }: PdfFacts,
): ReadRecord => {
  const { title, authors, year, abstract, doi, arxivId, license } = proposal
  const found = paperFields({
    title,
    people: authors.map((name) => ({ name })),
    date: year === null ? null : String(year),
    doi,
    arxivId,
    abstract,
    license,
  })
  const missing = REQUIRED.filter((name) => found[name] === undefined)
  if (missing.length > 0)
    return {
      position: WHOLE_FILE,
      reason: `The PDF has a text, but ${missing.join(', ')} could not be told from it: import the record of the paper, for example its BibTeX.`,
    }
  const isOpen = keepsText || openLicence(license) !== null
  return {
    format: 'pdf',
    position: WHOLE_FILE,
    recordId: doi ?? arxivId,
    fields: isOpen ? { ...found, fullText: text } : found,
    unmapped: [
      ...WANTED.filter((name) => found[name] === undefined).map((name) => `${name} (not found in the PDF)`),
      ...(isOpen ? [] : ['fullText (the PDF names no open licence)']),
    ],
    // What stays the same however the reading of PDFs changes: the same file that comes again is no news.
    source: JSON.stringify({ sha256, pages, ...info }),
  }
}
