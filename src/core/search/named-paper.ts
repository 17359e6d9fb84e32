import { identifiersIn, type Identifiers } from '#core/papers/identifiers.ts'
import { PAPER_ID } from '#core/papers/paper.ts'

/** What a search text calls a paper by: its id here, or identifiers in it. */
export type NamedPaper = Identifiers & { id: string | null }

/** Null for a text that names no paper: an id has to be all of it, a DOI or an arXiv id may stand in it. */
export const namedPaper = (text: string): NamedPaper | null => {
  const name = text.trim()
  const id = PAPER_ID.test(name.toLowerCase()) ? name.toLowerCase() : null
  const { doi, arxivId } = identifiersIn([name, `arxiv:${name}`])
  return id === null && doi === null && arxivId === null ? null : { id, doi, arxivId }
}
