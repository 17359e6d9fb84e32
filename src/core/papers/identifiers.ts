/** Identifiers that addresses carry, in the form in which two papers are compared. */

const DOI = /\b(?<doi>10\.\d{4,9}\/[^\s"<>?#]+)/iu
const ARXIV_NEW = /(?:arxiv\.org\/(?:abs|pdf|html)\/|arxiv[:.])(?<id>\d{4}\.\d{4,5})(?:v\d+)?/iu
const ARXIV_OLD =
  /(?:arxiv\.org\/(?:abs|pdf|html)\/|arxiv[:.](?!org\/))(?<id>[a-z-]+)(?:\.[a-z]{2})?\/(?<number>\d{7})(?:v\d+)?/iu

/** The arXiv id without version, such as 2210.03629 or math/0306266; also out of an arXiv DOI. */
export const arxivIdIn = (text: string): string | null => {
  const modern = ARXIV_NEW.exec(text)?.groups?.id
  if (modern !== undefined) return modern
  const old = ARXIV_OLD.exec(text)?.groups
  return old?.id === undefined || old.number === undefined ? null : `${old.id.toLowerCase()}/${old.number}`
}

/** A DOI in lower case, as DOIs do not depend on case; closing punctuation does not belong to it. */
export const doiIn = (text: string): string | null => {
  let decoded = text
  try {
    decoded = decodeURIComponent(text)
  } catch {
    // A stray percent sign: the text is used as it is.
  }
  const doi = DOI.exec(decoded)?.groups?.doi
  return doi === undefined ? null : doi.replace(/(?<![.,;)\]])[.,;)\]]+$/u, '').toLowerCase()
}

/** Host name of an address, lower case; null for what is no http(s) address. */
export const hostOf = (url: string): string | null => {
  if (!URL.canParse(url)) return null
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? hostname : null
}

/** Why an address cannot be stored as a link, or null when it can. */
export const linkError = (url: string): string | null => {
  if (!URL.canParse(url)) return 'must be a complete address, such as https://example.org/paper'
  const { protocol, username, password, hostname } = new URL(url)
  // A browser would take https:example.org on a page of its own for a path on that page's host.
  if ((protocol !== 'https:' && protocol !== 'http:') || !/^https?:\/\//iu.test(url))
    return 'must begin with https:// or http://'
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  return hostname === '' ? 'must name a host' : null
}

/** What makes two papers look like the same one. */
export type Identifiers = { doi: string | null; arxivId: string | null }

export const identifiersIn = (addresses: readonly (string | null)[]): Identifiers => {
  const given = addresses.filter((address) => address !== null)
  const first = (read: (text: string) => string | null): string | null =>
    given.map(read).find((found) => found !== null) ?? null
  return { doi: first(doiIn), arxivId: first(arxivIdIn) }
}

type Addressed = Identifiers & { url: string | null; storageUrl: string | null }

/** The identifiers that a paper names, or else its addresses carry. */
export const identifiersOf = ({ doi, arxivId, url, storageUrl }: Addressed): Identifiers => {
  // A DOI that arXiv gives out names the preprint, whose id says more.
  const carried = identifiersIn([url, storageUrl, doi])
  return { doi: doi ?? carried.doi, arxivId: arxivId ?? carried.arxivId }
}

/** A paper with its identifiers. */
export const withIdentifiers = <P extends Addressed>(paper: P): P => ({ ...paper, ...identifiersOf(paper) })
