import { arxivIdIn, doiIn } from './identifiers.ts'
import { PAPER_ID } from './paper.ts'

/** A paper as a user identifies it: by its id here, DOI, arXiv id, or external address. */
export type PaperReference =
  | { by: 'id'; value: string }
  | { by: 'doi'; value: string }
  | { by: 'arxivId'; value: string }
  | { by: 'url'; value: string }

const BARE_ARXIV_ID = /^(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?$/iu
const PAGE = /^\/papers\/(?<id>p\d{1,15})(?:[./?#]|$)/u

/** @param publicUrl the base address of this library, by which addresses of its own pages are recognized */
export const parsePaperReference = (text: string, publicUrl: string): PaperReference => {
  const given = text.trim()
  if (PAPER_ID.test(given)) return { by: 'id', value: given }
  const page = given.startsWith(`${publicUrl}/`) ? PAGE.exec(given.slice(publicUrl.length))?.groups?.id : undefined
  if (page !== undefined) return { by: 'id', value: page }
  // Before DOIs: an arXiv DOI contains the arXiv id, which more papers have.
  const arxivId = arxivIdIn(BARE_ARXIV_ID.test(given) ? `arXiv:${given}` : given)
  if (arxivId !== null) return { by: 'arxivId', value: arxivId }
  const doi = doiIn(given)
  return doi === null ? { by: 'url', value: given } : { by: 'doi', value: doi }
}
