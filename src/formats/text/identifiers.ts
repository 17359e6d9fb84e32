import { arxivIdIn } from '#core/papers/identifiers.ts'

/** An arXiv id without version out of an id, an address or the DOI that arXiv gives it; null for anything else. */
export const bareArxivId = (text: string | null): string | null =>
  text === null ? null : (arxivIdIn(text) ?? arxivIdIn(`arxiv:${text}`))

/** An identifier as people paste it into lists: the address or the name of its scheme before it. */
const DOI = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?(?<doi>10\.\d{4,9}\/\S+)$/iu
const ARXIV =
  /^(?:https?:\/\/arxiv\.org\/(?:abs|pdf)\/|arxiv:\s*)?(?<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?$/iu

export type PastedIdentifier = { doi: string } | { arxivId: string }

/** The one identifier that a text consists of. */
export const pastedIdentifier = (text: string): PastedIdentifier | null => {
  const doi = DOI.exec(text)?.groups?.doi
  if (doi !== undefined) return { doi }
  const arxivId = ARXIV.exec(text)?.groups?.id
  return arxivId === undefined ? null : { arxivId }
}
