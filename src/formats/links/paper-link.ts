import { doiIn } from '#core/papers/identifiers.ts'
import { bareArxivId } from '#formats/text/identifiers.ts'

/** What an address says about the work that it leads to; `url` is the address of one without a DOI or arXiv id. */
export type PaperLink = { doi: string } | { arxivId: string } | { url: string }

const LONGEST_ADDRESS = 2_000

const arxiv = (id: string | undefined): PaperLink | null => {
  const arxivId = bareArxivId(id?.replace(/\.pdf$/iu, '') ?? null)
  return arxivId === null ? null : { arxivId }
}

/** A DOI of arXiv is its id. */
const work = (text: string | null): PaperLink | null => {
  const doi = text === null ? null : doiIn(text)
  return doi === null ? null : (arxiv(doi) ?? { doi })
}

/** Parts of an address after a DOI that name a view of the work. */
const VIEW = /(?:\/(?:full|pdf|epdf|epub|abstract|summary|fulltext|meta|references|tables|figures))+\/?$|\.pdf$|\/$/iu

/** The DOI that begins in a path, such as that of a publisher's page. */
const doiInPath = (path: string): PaperLink | null =>
  work(/(?:^|\/)(?<doi>10\.\d{4,9}\/.+)$/u.exec(path)?.groups?.doi?.replace(VIEW, '') ?? null)

/**
 * Ids of the ACL Anthology that are the end of a DOI: those of the conferences for which ACL itself registers DOIs, from 2016 on.
 * Journals, COLING, LREC and workshops have DOIs of others or none.
 */
const ACL_DOI =
  /^(?:[PDNEKS]1[6-9]-\d{4}|20[2-9]\d\.(?:acl|emnlp|naacl)-(?:main|long|short)\.\d{1,4}|202[0-3]\.eacl-(?:main|long|short)\.\d{1,4}|20[2-9]\d\.findings-(?:acl|emnlp|naacl)\.\d{1,4})$/u
const ACL_ID =
  /^\/(?:anthology\/|papers\/(?:[A-Z]\/[A-Z]\d\d\/)?)?(?<id>[A-Z]\d\d-\d{4}|\d{4}\.[a-z\d]+-[a-z\d]+\.\d{1,4})(?:v\d)?(?:\.pdf|\.bib)?\/?$/iu

const acl = (path: string): PaperLink | null => {
  const id = ACL_ID.exec(path)?.groups?.id
  if (id === undefined) return null
  const spelled = /^[a-z]\d/iu.test(id) ? id.toUpperCase() : id.toLowerCase()
  return ACL_DOI.test(spelled)
    ? { doi: `10.18653/v1/${spelled.toLowerCase()}` }
    : { url: `https://aclanthology.org/${spelled}/` }
}

const page = (id: string | undefined, address: (id: string) => string): PaperLink | null =>
  id === undefined ? null : { url: address(id) }

const openReview = ({ pathname, searchParams }: URL): PaperLink | null =>
  /^\/(?:forum|pdf|attachment)$/u.test(pathname)
    ? page(/^[\w-]{6,40}$/u.exec(searchParams.get('id') ?? '')?.[0], (id) => `https://openreview.net/forum?id=${id}`)
    : null

const pmc = ({ pathname }: URL): PaperLink | null =>
  page(
    /^\/(?:pmc\/)?articles?\/(?:PMC\/)?(?<id>PMC\d{3,9})\b/iu.exec(pathname)?.groups?.id?.toUpperCase(),
    (id) => `https://pmc.ncbi.nlm.nih.gov/articles/${id}/`,
  )

const semanticScholar = ({ pathname }: URL): PaperLink | null => {
  const corpusId = /^\/CorpusID:(?<id>\d{1,12})$/iu.exec(pathname)?.groups?.id
  if (corpusId !== undefined) return { url: `https://api.semanticscholar.org/CorpusID:${corpusId}` }
  const named = /^\/arXiv:(?<id>.+)$/iu.exec(pathname)?.groups?.id
  if (named !== undefined) return arxiv(named)
  return page(
    /^\/paper\/(?:[^/]*\/)?(?<id>[\da-f]{40})(?:\/|$)/iu.exec(pathname)?.groups?.id?.toLowerCase(),
    (id) => `https://www.semanticscholar.org/paper/${id}`,
  )
}

/** An article of Nature is named by the end of its DOI. */
const nature = ({ pathname }: URL): PaperLink | null => {
  const id = /^\/articles\/(?<id>[a-z\d][a-z\d.-]{3,40}?)(?:\.pdf|_reference\.pdf)?\/?$/iu.exec(pathname)?.groups?.id
  return id === undefined || !/\d{3}/u.test(id) ? null : work(`10.1038/${id}`)
}

const preprintServer = ({ pathname }: URL): PaperLink | null =>
  work(
    /^\/content\/(?:biorxiv\/early\/[\d/]+\/)?(?<doi>10\.\d{4,9}\/[\d.]+?)(?:v\d+)?(?:\.full|\.abstract|\.article-info|\/|$)/u.exec(
      pathname,
    )?.groups?.doi ?? null,
  )

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const inPath = ({ pathname }: URL): PaperLink | null => doiInPath(decoded(pathname))

/** What the addresses of a host say, by the end of its name. Publishers that number their pages otherwise are absent. */
const hosts: Record<string, (address: URL) => PaperLink | null> = {
  'arxiv.org': ({ pathname }) => arxiv(/^\/(?:abs|pdf|html|format|ps)\/(?<id>.+?)\/?$/u.exec(pathname)?.groups?.id),
  'ar5iv.org': ({ pathname }) => arxiv(/^\/(?:abs|html)\/(?<id>.+?)\/?$/u.exec(pathname)?.groups?.id),
  'alphaxiv.org': ({ pathname }) => arxiv(/^\/(?:abs|pdf|overview)\/(?<id>.+?)\/?$/u.exec(pathname)?.groups?.id),
  'huggingface.co': ({ pathname }) => arxiv(/^\/papers\/(?<id>[^/]+)\/?$/u.exec(pathname)?.groups?.id),
  'hf.co': ({ pathname }) => arxiv(/^\/papers\/(?<id>[^/]+)\/?$/u.exec(pathname)?.groups?.id),
  'doi.org': inPath,
  'doi.acm.org': inPath,
  'aclanthology.org': ({ pathname }) => acl(pathname),
  'aclanthology.info': ({ pathname }) => acl(pathname),
  'aclweb.org': ({ pathname }) => acl(pathname),
  'openreview.net': openReview,
  'ncbi.nlm.nih.gov': pmc,
  'europepmc.org': pmc,
  'pubmed.ncbi.nlm.nih.gov': ({ pathname }) =>
    page(/^\/(?<id>\d{3,9})\/?$/u.exec(pathname)?.groups?.id, (id) => `https://pubmed.ncbi.nlm.nih.gov/${id}/`),
  'semanticscholar.org': semanticScholar,
  'nature.com': nature,
  'journals.plos.org': ({ searchParams }) => work(searchParams.get('id')),
  'biorxiv.org': preprintServer,
  'medrxiv.org': preprintServer,
  'papers.ssrn.com': ({ searchParams }) =>
    work(`10.2139/ssrn.${/^\d{4,9}$/u.exec(searchParams.get('abstract_id') ?? '')?.[0] ?? ''}`),
  ...Object.fromEntries(
    [
      'link.springer.com',
      'dl.acm.org',
      'science.org',
      'pnas.org',
      'onlinelibrary.wiley.com',
      'tandfonline.com',
      'journals.sagepub.com',
      'pubs.acs.org',
      'annualreviews.org',
      'royalsocietypublishing.org',
      'pubsonline.informs.org',
      'nejm.org',
      'ahajournals.org',
      'journals.aps.org',
      'iopscience.iop.org',
      'frontiersin.org',
      'worldscientific.com',
      'degruyter.com',
      'degruyterbrill.com',
      'liebertpub.com',
      'emerald.com',
    ].map((host) => [host, inPath]),
  ),
}

/** The rule for a host or for what it is part of: arxiv.org for export.arxiv.org. */
const ruleOf = (hostname: string): ((address: URL) => PaperLink | null) | null => {
  const parts = hostname.toLowerCase().split('.')
  for (let from = 0; from < Math.min(parts.length - 1, 6); from += 1) {
    const rule = hosts[parts.slice(from).join('.')]
    if (rule !== undefined) return rule
  }
  return null
}

/** The work that an address leads to, as far as the address says; null for any other address. */
export const paperLink = (address: string): PaperLink | null => {
  if (address.length > LONGEST_ADDRESS) return null
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return ruleOf(url.hostname)?.(url) ?? null
}

/** An identifier within text: with its scheme, a bare DOI, or an address. Punctuation after it is not part of it. */
const WRITTEN = /https?:\/\/[^\s<>"|[\]]{4,2000}|\barxiv:\s?[a-z\d./-]{7,40}|\b10\.\d{4,9}\/[^\s<>"|]{1,300}/giu

/** Text without the closing brackets and punctuation at its end that belong to the sentence around it. */
const withoutEnd = (text: string): string => {
  let end = text.length
  let unopened = text.split(')').length - text.split('(').length
  for (; end > 0; end -= 1) {
    const last = text.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!".,;:!?]}'”’*_`".includes(last)) break
  }
  return text.slice(0, end)
}

/** A piece of text, or an address in it. */
export type WrittenPart = { text: string } | { address: string; link: PaperLink | null }

/** Splits text at the addresses and identifiers that are written in it. */
export const writtenParts = (text: string): WrittenPart[] => {
  const parts: WrittenPart[] = []
  let from = 0
  for (const { 0: whole, index } of text.matchAll(WRITTEN)) {
    const address = withoutEnd(whole)
    const link = /^https?:/iu.test(address)
      ? paperLink(address)
      : address.startsWith('10.')
        ? work(address)
        : arxiv(address)
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ address, link })
    from = index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}
