import { arxivIdIn, doiIn, hostOf } from './identifiers.ts'
import {
  aaai,
  cvf,
  dblp,
  hal,
  ieeeXplore,
  isca,
  jmlr,
  mdpi,
  neurips,
  pmlr,
  pmlrFile,
  roboticsProceedings,
  scienceDirect,
  usenix,
  vldb,
  type WorkPage,
} from './venue-pages.ts'

/** What an address says about the work that it leads to; `url` is the address of one without a DOI or arXiv id. */
export type PaperLink = { doi: string } | { arxivId: string } | { url: string }

type Found = Exclude<PaperLink, { url: string }> | WorkPage

const LONGEST_ADDRESS = 2_000

/** The id, without version, in an id, an address or a DOI of arXiv. */
export const arxivLink = (id: string | undefined): { arxivId: string } | null => {
  const bare = id?.replace(/\.pdf$/iu, '')
  const arxivId = bare === undefined ? null : (arxivIdIn(bare) ?? arxivIdIn(`arxiv:${bare}`))
  return arxivId === null ? null : { arxivId }
}

/** A DOI of arXiv is its id. */
export const doiLink = (text: string | null): { doi: string } | { arxivId: string } | null => {
  const doi = text === null ? null : doiIn(text)
  return doi === null ? null : (arxivLink(doi) ?? { doi })
}

/** Parts of an address after a DOI that name a view of the work. */
const VIEW = /(?:\/(?:full|pdf|epdf|epub|abstract|summary|fulltext|meta|references|tables|figures))+\/?$|\.pdf$|\/$/iu

/** The DOI that begins in a path, such as that of a publisher's page. */
const doiInPath = (path: string): Found | null =>
  doiLink(/(?:^|\/)(?<doi>10\.\d{4,9}\/.+)$/u.exec(path)?.groups?.doi?.replace(VIEW, '') ?? null)

/**
 * Ids of the ACL Anthology that are the end of a DOI: those of the conferences for which ACL itself registers DOIs, from 2016 on.
 * Journals, COLING, LREC and workshops have DOIs of others or none.
 */
const ACL_DOI =
  /^(?:[PDNEKS]1[6-9]-\d{4}|20[2-9]\d\.(?:acl|emnlp|naacl)-(?:main|long|short)\.\d{1,4}|202[0-3]\.eacl-(?:main|long|short)\.\d{1,4}|20[2-9]\d\.findings-(?:acl|emnlp|naacl)\.\d{1,4})$/u
const ACL_ID =
  /^\/(?:anthology\/|papers\/(?:[A-Z]\/[A-Z]\d\d\/)?)?(?<id>[A-Z]\d\d-\d{4}|\d{4}\.[a-z\d]+-[a-z\d]+\.\d{1,4})(?:v\d)?(?:\.pdf|\.bib)?\/?$/iu

const acl = (path: string): Found | null => {
  const id = ACL_ID.exec(path)?.groups?.id
  if (id === undefined) return null
  const spelled = /^[a-z]\d/iu.test(id) ? id.toUpperCase() : id.toLowerCase()
  return ACL_DOI.test(spelled)
    ? { doi: `10.18653/v1/${spelled.toLowerCase()}` }
    : { url: `https://aclanthology.org/${spelled}/` }
}

const page = (id: string | undefined, address: (id: string) => string): Found | null =>
  id === undefined ? null : { url: address(id) }

const openReview = ({ pathname, searchParams }: URL): Found | null =>
  /^\/(?:forum|pdf|attachment)$/u.test(pathname)
    ? page(/^[\w-]{6,40}$/u.exec(searchParams.get('id') ?? '')?.[0], (id) => `https://openreview.net/forum?id=${id}`)
    : null

const pmc = ({ pathname }: URL): Found | null =>
  page(
    /^\/(?:pmc\/)?articles?\/(?:PMC\/)?(?<id>PMC\d{3,9})\b/iu.exec(pathname)?.groups?.id?.toUpperCase(),
    (id) => `https://pmc.ncbi.nlm.nih.gov/articles/${id}/`,
  )

const semanticScholar = ({ pathname }: URL): Found | null => {
  const corpusId = /^\/CorpusID:(?<id>\d{1,12})$/iu.exec(pathname)?.groups?.id
  if (corpusId !== undefined) return { url: `https://api.semanticscholar.org/CorpusID:${corpusId}` }
  const named = /^\/arXiv:(?<id>.+)$/iu.exec(pathname)?.groups?.id
  if (named !== undefined) return arxivLink(named)
  return page(
    /^\/paper\/(?:[^/]*\/)?(?<id>[\da-f]{40})(?:\/|$)/iu.exec(pathname)?.groups?.id?.toLowerCase(),
    (id) => `https://www.semanticscholar.org/paper/${id}`,
  )
}

/** An article of Nature is named by the end of its DOI. */
const nature = ({ pathname }: URL): Found | null => {
  const id = /^\/articles\/(?<id>[a-z\d][a-z\d.-]{3,40}?)(?:\.pdf|_reference\.pdf)?\/?$/iu.exec(pathname)?.groups?.id
  return id === undefined || !/\d{3}/u.test(id) ? null : doiLink(`10.1038/${id}`)
}

const preprintServer = ({ pathname }: URL): Found | null =>
  doiLink(
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

const inPath = ({ pathname }: URL): Found | null => doiInPath(decoded(pathname))

/** IJCAI numbers pages as it does DOIs since 2017, before which it had none. */
const ijcai = ({ pathname }: URL): Found | null => {
  const { year, id } =
    /^\/proceedings\/(?<year>201[7-9]|20[2-9]\d)\/0{0,3}(?<id>[1-9]\d{0,3})(?:\.pdf)?\/?$/u.exec(pathname)?.groups ?? {}
  return year === undefined || id === undefined ? null : { doi: `10.24963/ijcai.${year}/${id}` }
}

/** DOIs of MIT Press have no slash of their own; numbers and a title follow in the address. */
const mitPress = ({ pathname }: URL): Found | null =>
  doiLink(/\/doi\/(?<doi>10\.1162\/[\w.-]{3,60})/u.exec(pathname)?.groups?.doi ?? null)

const DBLP_OF_ARXIV = /^\/rec\/(?:html\/|bibtex\/)?journals\/corr\/abs-(?<month>\d{4})-(?<number>\d{4,5})(?:\.html)?$/u

/** DBLP names papers of arXiv by their ids. */
const dblpRecord = (address: URL): Found | null => {
  const { month, number } = DBLP_OF_ARXIV.exec(address.pathname)?.groups ?? {}
  return month === undefined ? dblp(address) : arxivLink(`${month}.${number}`)
}

/** What the addresses of a host say, by the end of its name. */
const hosts: Record<string, (address: URL) => Found | null> = {
  'arxiv.org': ({ pathname }) => arxivLink(/^\/(?:abs|pdf|html|format|ps)\/(?<id>.+?)\/?$/u.exec(pathname)?.groups?.id),
  'ar5iv.org': ({ pathname }) => arxivLink(/^\/(?:abs|html)\/(?<id>.+?)\/?$/u.exec(pathname)?.groups?.id),
  'alphaxiv.org': ({ pathname }) => arxivLink(/^\/(?:abs|pdf|overview)\/(?<id>.+?)\/?$/u.exec(pathname)?.groups?.id),
  'huggingface.co': ({ pathname }) => arxivLink(/^\/papers\/(?<id>[^/]+)\/?$/u.exec(pathname)?.groups?.id),
  'hf.co': ({ pathname }) => arxivLink(/^\/papers\/(?<id>[^/]+)\/?$/u.exec(pathname)?.groups?.id),
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
  'journals.plos.org': ({ searchParams }) => doiLink(searchParams.get('id')),
  'biorxiv.org': preprintServer,
  'medrxiv.org': preprintServer,
  'papers.ssrn.com': ({ searchParams }) =>
    doiLink(`10.2139/ssrn.${/^\d{4,9}$/u.exec(searchParams.get('abstract_id') ?? '')?.[0] ?? ''}`),
  'ijcai.org': ijcai,
  'direct.mit.edu': mitPress,
  'ieeexplore.ieee.org': ieeeXplore,
  'mdpi.com': mdpi,
  'proceedings.neurips.cc': neurips('proceedings.neurips.cc'),
  'papers.neurips.cc': neurips('proceedings.neurips.cc'),
  'papers.nips.cc': neurips('proceedings.neurips.cc'),
  'datasets-benchmarks-proceedings.neurips.cc': neurips('datasets-benchmarks-proceedings.neurips.cc'),
  'proceedings.mlr.press': pmlr,
  'raw.githubusercontent.com': pmlrFile,
  'jmlr.org': jmlr,
  'jmlr.csail.mit.edu': jmlr,
  'openaccess.thecvf.com': cvf,
  'cv-foundation.org': cvf,
  'aaai.org': aaai,
  'usenix.org': usenix,
  'sciencedirect.com': scienceDirect,
  'isca-archive.org': isca,
  'isca-speech.org': isca,
  'hal.science': hal,
  'hal.archives-ouvertes.fr': hal,
  'hal.inria.fr': hal,
  'roboticsproceedings.org': roboticsProceedings,
  'vldb.org': vldb,
  'dblp.org': dblpRecord,
  'dblp.uni-trier.de': dblpRecord,
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
const ruleOf = (hostname: string): ((address: URL) => Found | null) | null => {
  const parts = hostname.toLowerCase().split('.')
  for (let from = 0; from < Math.min(parts.length - 1, 6); from += 1) {
    const rule = hosts[parts.slice(from).join('.')]
    if (rule !== undefined) return rule
  }
  return null
}

const found = (address: string): Found | null => {
  if (address.length > LONGEST_ADDRESS) return null
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return ruleOf(url.hostname)?.(url) ?? null
}

/** The work that an address leads to, as far as the address says; null for any other address. */
export const paperLink = (address: string): PaperLink | null => {
  const link = found(address)
  return link !== null && 'url' in link ? { url: link.url } : link
}

/** The address of a work's page in one form, for addresses that name a work without giving its DOI or arXiv id; null for others. */
export const workPage = (address: string): string | null => {
  const link = paperLink(address)
  return link !== null && 'url' in link ? link.url : null
}

/** An address without what does not change where it leads: its scheme, `www.`, a slash at its end, and the place in the page. */
const bareAddress = (address: string): string =>
  address
    .replace(/#.*$/su, '')
    .replace(/^https?:\/\/(?:www\.)?/iu, '')
    .replace(/\/$/u, '')

/** The page of a work, also if a slash follows its address. */
const pageAt = (address: string): WorkPage | null => {
  const link = found(address) ?? found(address.replace(/\/$/u, ''))
  return link !== null && 'url' in link ? link : null
}

/** Whether two addresses lead to one page, as its HTML or its PDF. */
export const isSamePage = (one: string, other: string): boolean =>
  bareAddress(pageAt(one)?.url ?? one) === bareAddress(pageAt(other)?.url ?? other)

/** The ways in which an address of a page may be written, by which it is looked up; `isSamePage` decides. */
export const addressSpellings = (address: string): string[] => {
  if (hostOf(address) === null) return [address]
  const page = pageAt(address)
  const pages = page === null ? [] : [page.url, ...(page.others ?? [])]
  const bare = [...new Set([address, ...pages].map(bareAddress))]
  const ends = bare.flatMap((one) => (one.includes('?') ? [one] : [one, `${one}/`]))
  return ['https://', 'https://www.', 'http://', 'http://www.'].flatMap((start) => ends.map((end) => start + end))
}
