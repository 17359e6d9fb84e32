import { arxivIdIn, doiIn } from './identifiers.ts'
import { PAPER_ID } from './paper.ts'

/** What somebody calls a paper: by its id here, its DOI, its arXiv id, or its address elsewhere. */
export type PaperReference =
  | { by: 'id'; value: string }
  | { by: 'doi'; value: string }
  | { by: 'arxivId'; value: string }
  | { by: 'url'; value: string }

const BARE_ARXIV_ID = /^(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?$/iu
const PAGE = /^\/papers\/(?<id>p\d{1,15})(?:[./?#]|$)/u

/** @param publicUrl where this library is: its own pages are known by their addresses, too */
export const parsePaperReference = (text: string, publicUrl: string): PaperReference => {
  const given = text.trim()
  if (PAPER_ID.test(given)) return { by: 'id', value: given }
  const page = given.startsWith(`${publicUrl}/`) ? PAGE.exec(given.slice(publicUrl.length))?.groups?.id : undefined
  if (page !== undefined) return { by: 'id', value: page }
  // Before DOIs: a DOI of arXiv holds an arXiv id, which is known of more papers.
  const arxivId = arxivIdIn(BARE_ARXIV_ID.test(given) ? `arXiv:${given}` : given)
  if (arxivId !== null) return { by: 'arxivId', value: arxivId }
  const doi = doiIn(given)
  return doi === null ? { by: 'url', value: given } : { by: 'doi', value: doi }
}
