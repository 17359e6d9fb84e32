/** Pages of works at publishers and venues whose addresses name the work, but neither its DOI nor its arXiv id. */

/** The address of a work's page in one form; `others` are further addresses of it, such as that of its PDF. */
export type WorkPage = { url: string; others?: readonly string[] }

type Groups = Record<string, string>

/** The parts of a path; null if it has another form. Parts that are missing are left out. */
const partsOf = (pattern: RegExp, path: string): Groups | null => {
  const groups = pattern.exec(path)?.groups
  if (groups === undefined) return null
  return Object.fromEntries(
    Object.entries(groups).filter(([, part]: [string, string | undefined]) => part !== undefined),
  )
}

/** What is given for a path of the expected form. */
const matched =
  (pattern: RegExp, page: (parts: Groups) => WorkPage | null) =>
  ({ pathname }: URL): WorkPage | null => {
    const parts = partsOf(pattern, pathname)
    return parts === null ? null : page(parts)
  }

const DOCUMENT = /^\/(?:abstract\/)?document\/(?<id>\d{4,9})(?:\/|$)/u
const ARTICLE_FILE = /^\/ielx?\d\/[\d/]{1,60}\/0*(?<id>[1-9]\d{3,8})\.pdf$/u
const BY_NUMBER =
  /^\/(?:stamp\/stamp|stampPDF\/getPDF|xpl\/(?:articleDetails|abstractAuthors|login|freeabs_all)|xpls\/\w+)\.jsp$/u

export const ieeeXplore = ({ pathname, searchParams }: URL): WorkPage | null => {
  const given = BY_NUMBER.test(pathname) ? /^0*(?<id>[1-9]\d{3,8})$/u.exec(searchParams.get('arnumber') ?? '') : null
  const id = (DOCUMENT.exec(pathname) ?? ARTICLE_FILE.exec(pathname) ?? given)?.groups?.id
  if (id === undefined) return null
  const site = 'https://ieeexplore.ieee.org'
  return {
    url: `${site}/document/${id}`,
    others: [
      `${site}/abstract/document/${id}`,
      `${site}/stamp/stamp.jsp?arnumber=${id}`,
      `${site}/stamp/stamp.jsp?tp=&arnumber=${id}`,
    ],
  }
}

/** DOIs of MDPI are written in ways that change with journal and year, so that none follows from the address. */
export const mdpi = matched(
  /^\/(?<issn>\d{4}-\d{3}[\dXx])\/(?<volume>\d{1,4})\/(?<issue>[\w-]{1,10})\/(?<article>\d{1,6})(?:\/|$)/u,
  ({ issn = '', volume, issue, article }) => {
    const url = `https://www.mdpi.com/${issn.toUpperCase()}/${volume}/${issue}/${article}`
    return { url, others: [`${url}/htm`, `${url}/html`, `${url}/pdf`] }
  },
)

const NEURIPS =
  /^\/(?:paper_files\/)?paper\/(?<year>\d{4})\/(?:hash|file)\/(?<hash>[\da-f]{32})-[A-Za-z]{3,30}(?<track>-[A-Za-z_\d]{3,40})?\.[a-z]{3,4}$/u
const NUMBERED = /^\/paper\/(?<paper>\d{1,5}-[\w-]{3,200}?)(?:\.pdf)?\/?$/u

export const neurips =
  (site: string) =>
  ({ pathname }: URL): WorkPage | null => {
    const paper = NUMBERED.exec(pathname)?.groups?.paper
    if (paper !== undefined) return { url: `https://papers.nips.cc/paper/${paper}` }
    const parts = partsOf(NEURIPS, pathname)
    if (parts === null) return null
    const { year, hash, track = '' } = parts
    const [page, file] = [`${year}/hash/${hash}-Abstract${track}.html`, `${year}/file/${hash}-Paper${track}.pdf`]
    const sites = site === 'proceedings.neurips.cc' ? [site, 'papers.nips.cc', 'papers.neurips.cc'] : [site]
    const all = sites.flatMap((host) =>
      ['paper_files/paper', 'paper'].flatMap((folder) => [page, file].map((end) => `https://${host}/${folder}/${end}`)),
    )
    const [url = '', ...others] = all
    return { url, others }
  }

const pmlrPage = ({ volume, name }: Groups): WorkPage => {
  const site = 'https://proceedings.mlr.press'
  return {
    url: `${site}/v${volume}/${name}.html`,
    others: [`${site}/v${volume}/${name}/${name}.pdf`, `${site}/v${volume}/${name}.pdf`],
  }
}

const NAME = String.raw`(?<name>[a-z][a-z\d._-]{1,60}?)`

export const pmlr = matched(
  new RegExp(String.raw`^/v(?<volume>\d{1,4})/${NAME}(?:/[\w.-]{1,80})?(?:\.html|\.pdf)?$`, 'u'),
  pmlrPage,
)

/** Files of PMLR are kept in repositories of one account. */
export const pmlrFile = matched(
  new RegExp(String.raw`^/mlresearch/v(?<volume>\d{1,4})/(?:main|gh-pages)/assets/${NAME}/[\w.-]{1,80}\.pdf$`, 'u'),
  pmlrPage,
)

const JMLR_PMLR = new RegExp(String.raw`^/proceedings/papers/v(?<volume>\d{1,4})/${NAME}(?:\.html|\.pdf)$`, 'u')
const JMLR =
  /^\/(?:beta\/)?papers\/v(?:olume)?(?<volume>\d{1,3})\/(?<id>[a-z\d][a-z\d-]{1,40})(?:\.html|\.pdf|\/[\w.-]{1,80}\.pdf)$/u

/** The early volumes of PMLR were at the same site. */
export const jmlr = ({ pathname }: URL): WorkPage | null => {
  const early = partsOf(JMLR_PMLR, pathname)
  if (early !== null) return pmlrPage(early)
  const parts = partsOf(JMLR, pathname)
  if (parts === null) return null
  const { volume, id } = parts
  const site = 'https://jmlr.org/papers'
  return {
    url: `${site}/v${volume}/${id}.html`,
    others: [`${site}/volume${volume}/${id}/${id}.pdf`],
  }
}

/** Workshops have a folder of their own, before or after that of the form. */
export const cvf = matched(
  /^\/(?:openaccess\/)?(?<venue>content\w{0,40}(?:\/[\w-]{1,60}){0,2}?)\/(?:html|papers|supplemental)\/(?<workshop>[\w-]{1,60}\/)?(?<name>[^/]{5,220}?)_(?:paper|supplemental)\.(?:html|pdf|zip)$/u,
  ({ venue, workshop = '', name }) => {
    const site = `https://openaccess.thecvf.com/${venue}`
    return {
      url: `${site}/html/${workshop}${name}_paper.html`,
      others: [`${site}/papers/${workshop}${name}_paper.pdf`],
    }
  },
)

const OJS =
  /\/index\.php\/(?<journal>[A-Za-z-]{2,20})\/article\/(?:view|download|viewFile)\/(?<id>[1-9]\d{0,6})(?:\/|$)/u
const OCS =
  /\/ocs\/index\.php\/(?<event>[A-Za-z-]{2,20}\/[\w-]{2,40})\/paper\/[A-Za-z]{4,12}\/(?<id>[1-9]\d{0,6})(?:\/|$)/u

export const aaai = ({ pathname }: URL): WorkPage | null => {
  const talk = partsOf(OCS, pathname)
  if (talk !== null) return { url: `https://aaai.org/ocs/index.php/${talk.event}/paper/view/${talk.id}` }
  const parts = partsOf(OJS, pathname)
  if (parts === null) return null
  const end = `index.php/${parts.journal}/article`
  return {
    url: `https://ojs.aaai.org/${end}/view/${parts.id}`,
    others: [`https://ojs.aaai.org/${end}/download/${parts.id}`, `https://aaai.org/ojs/${end}/view/${parts.id}`],
  }
}

const PRESENTATION =
  /^\/conference\/(?<event>[a-z][a-z\d-]{2,40})\/(?<folder>technical-sessions\/)?presentation\/(?<name>[\w-]{1,80})\/?$/u
const USENIX_FILE =
  /^\/system\/files\/(?<old>conference\/[\w-]{3,40}\/)?(?<event>(?:osdi|nsdi|atc|fast|hotos|hotcloud|hotstorage|hotedge|soups|woot|cset|tapp|lisa|sec|usenixsecurity)\d\d)-(?!slides)(?:paper-)?(?<name>[a-z][a-z\d-]{1,60})(?:_\d)?\.pdf$/u

/** A file is named by its event and its presentation. */
export const usenix = ({ pathname }: URL): WorkPage | null => {
  const shown = partsOf(PRESENTATION, pathname)
  const parts = shown ?? partsOf(USENIX_FILE, pathname)
  if (parts === null) return null
  const { event = '', name, folder = parts.old === undefined ? '' : 'technical-sessions/' } = parts
  const [slug, short] = [event.replace(/^sec(?=\d\d$)/u, 'usenixsecurity'), event.replace(/^usenixsecurity/u, 'sec')]
  const site = 'https://www.usenix.org'
  const files = folder === '' ? `${site}/system/files` : `${site}/system/files/conference/${slug}`
  return { url: `${site}/conference/${slug}/${folder}presentation/${name}`, others: [`${files}/${short}-${name}.pdf`] }
}

export const scienceDirect = matched(
  /^\/science\/article\/(?:abs\/|am\/)?pii\/(?<id>[SB][\dX()-]{15,25})(?:\/|$)/iu,
  ({ id = '' }) => {
    const site = 'https://www.sciencedirect.com/science/article'
    const pii = id.replaceAll(/[()-]/gu, '').toUpperCase()
    return { url: `${site}/pii/${pii}`, others: [`${site}/abs/pii/${pii}`, `${site}/pii/${pii}/pdfft`] }
  },
)

export const isca = matched(
  /^\/(?:archive\/)?(?:pdfs\/)?(?<event>[a-z\d]{3,30}_\d{4}[a-z]?)\/(?<name>[a-z\d_-]{3,60})\.(?:html|pdf)$/u,
  ({ event, name }) => {
    const site = `https://www.isca-archive.org/${event}/${name}`
    return { url: `${site}.html`, others: [`${site}.pdf`, `https://www.isca-speech.org/archive/${event}/${name}.html`] }
  },
)

export const hal = matched(
  /^\/(?:[a-z-]{2,30}\/)?(?<id>(?:hal|tel|inria|halshs|cea|lirmm|ensl|pasteur)-\d{8})(?:v\d{1,3})?(?:\/|$)/u,
  ({ id }) => ({ url: `https://hal.science/${id}`, others: [`https://hal.science/${id}/document`] }),
)

export const roboticsProceedings = matched(
  /^\/(?<event>rss\d\d)\/(?<paper>p\d{2,3})\.(?:html|pdf)$/u,
  ({ event, paper }) => {
    const site = `https://www.roboticsproceedings.org/${event}/${paper}`
    return { url: `${site}.html`, others: [`${site}.pdf`] }
  },
)

export const vldb = matched(/^\/pvldb\/(?<paper>vol\d{1,3}\/p\d{1,5}-[\w-]{1,60})\.pdf$/u, ({ paper }) => ({
  url: `https://www.vldb.org/pvldb/${paper}.pdf`,
}))

export const dblp = matched(
  /^\/rec\/(?:html\/|bibtex\/)?(?<key>[a-z]{2,10}\/[\w/-]{3,80}?)(?:\.html)?$/u,
  ({ key }) => ({
    url: `https://dblp.org/rec/${key}`,
    others: [`https://dblp.org/rec/${key}.html`],
  }),
)
