import { bibtex } from './bibtex.ts'
import { cslJson } from './csl-json.ts'
import type { Reference } from './reference.ts'
import { ris } from './ris.ts'

/** A form of citation that reference managers read; `ending` is that of its files. */
export type CitationForm = { name: string; ending: string; type: string; write: (reference: Reference) => string }

export const citationForms: readonly CitationForm[] = [
  { name: 'BibTeX', ending: 'bib', type: 'application/x-bibtex; charset=utf-8', write: bibtex },
  { name: 'RIS', ending: 'ris', type: 'application/x-research-info-systems; charset=utf-8', write: ris },
  { name: 'CSL-JSON', ending: 'json', type: 'application/vnd.citationstyles.csl+json', write: cslJson },
]
