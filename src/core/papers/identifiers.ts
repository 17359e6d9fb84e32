/** Extracts identifiers from addresses in canonical form. */

const DOI = /\b(?<doi>10\.\d{4,9}\/[^\s"<>?#]+)/iu
const ARXIV_NEW = /(?:arxiv\.org\/(?:abs|pdf|html)\/|arxiv[:.])(?<id>\d{4}\.\d{4,5})(?:v\d+)?/iu
const ARXIV_OLD =
  /(?:arxiv\.org\/(?:abs|pdf|html)\/|arxiv[:.](?!org\/))(?<id>[a-z-]+)(?:\.[a-z]{2})?\/(?<number>\d{7})(?:v\d+)?/iu

/** The arXiv id without version, such as 2210.03629 or math/0306266; also from an arXiv DOI. */
export const arxivIdIn = (text: string): string | null => {
  const modern = ARXIV_NEW.exec(text)?.groups?.id
  if (modern !== undefined) return modern
  const old = ARXIV_OLD.exec(text)?.groups
  return old?.id === undefined || old.number === undefined ? null : `${old.id.toLowerCase()}/${old.number}`
}

/** A DOI in lower case, since DOIs are case-insensitive, and without trailing punctuation. */
export const doiIn = (text: string): string | null => {
  let decoded = text
  try {
    decoded = decodeURIComponent(text)
  } catch {
    // A stray percent sign: use the text as it is.
  }
  const doi = DOI.exec(decoded)?.groups?.doi
  return doi === undefined ? null : doi.replace(/(?<![.,;)\]])[.,;)\]]+$/u, '').toLowerCase()
}

/** The host name in lower case; null unless it is an http(s) address. */
export const hostOf = (url: string): string | null => {
  if (!URL.canParse(url)) return null
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? hostname : null
}

/** Why an address cannot be stored as a link; null when it can. */
export const linkError = (url: string): string | null => {
  if (!URL.canParse(url)) return 'must be a complete address, such as https://example.org/paper'
  const { protocol, username, password, hostname } = new URL(url)
  // On an https page a browser would resolve https:example.org as a relative path.
  if ((protocol !== 'https:' && protocol !== 'http:') || !/^https?:\/\//iu.test(url))
    return 'must begin with https:// or http://'
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  return hostname === '' ? 'must name a host' : null
}

export type Identifiers = { doi: string | null; arxivId: string | null }

export const identifiersIn = (addresses: readonly (string | null)[]): Identifiers => {
  const given = addresses.filter((address) => address !== null)
  const first = (read: (text: string) => string | null): string | null =>
    given.map(read).find((found) => found !== null) ?? null
  return { doi: first(doiIn), arxivId: first(arxivIdIn) }
}

type Addressed = Identifiers & { url: string | null; storageUrl: string | null }

/** The identifiers given for a paper, or else those in its addresses. */
export const identifiersOf = ({ doi, arxivId, url, storageUrl }: Addressed): Identifiers => {
  // A DOI issued by arXiv contains the arXiv id.
  const carried = identifiersIn([url, storageUrl, doi])
  return { doi: doi ?? carried.doi, arxivId: arxivId ?? carried.arxivId }
}

export const withIdentifiers = <P extends Addressed>(paper: P): P => ({ ...paper, ...identifiersOf(paper) })
