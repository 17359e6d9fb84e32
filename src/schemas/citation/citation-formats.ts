import { bibtex } from './bibtex.ts'
import { cslJson } from './csl-json.ts'
import type { Reference } from './reference.ts'
import { ris } from './ris.ts'

/** A citation format that reference managers can import. */
export type CitationFormat = {
  name: string
  fileExtension: string
  mediaType: string
  write: (reference: Reference) => string
}

export const citationFormats: readonly CitationFormat[] = [
  { name: 'BibTeX', fileExtension: 'bib', mediaType: 'application/x-bibtex; charset=utf-8', write: bibtex },
  { name: 'RIS', fileExtension: 'ris', mediaType: 'application/x-research-info-systems; charset=utf-8', write: ris },
  { name: 'CSL-JSON', fileExtension: 'csl.json', mediaType: 'application/vnd.citationstyles.csl+json', write: cslJson },
]
