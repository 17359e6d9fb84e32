import { hasMap, isOn, type LibraryWords } from '#core/papers/library-words.ts'
import type { LiveSite } from '#ports/site.ts'
import { html, xmlDocument, type Html } from '#html.ts'
import { SITEMAP_PART_SIZE } from '#core/public-record.ts'
import { groupedNumber } from '#core/numbers.ts'
import type { Context } from 'hono'
import { authorSearch } from '#core/following/followed-search.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { Failure } from '#core/failure.ts'
import type { Dumps } from '#ports/dumps.ts'
import type { Store } from '#ports/store/store.ts'
import { listRecurringAuthors } from '#queries/authors.ts'
import type { ConceptTrends } from '#queries/concepts.ts'
import { readQuery } from '#http/input/query.ts'
import { textInput as partInput } from '#http/reader/paper/input.ts'
import { authorPath, briefPath, conceptPath, gapPath, paperPath, venuePath } from '#http/reader/addresses.ts'
import { isWithinLimits } from '#http/reader/library/orders.ts'
import { HTML_TYPE, TEXT_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { doInTurns } from '#http/routing/turns.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** A page, or a file of the sitemap; `changedAt` is null if unknown. */
type SitemapEntry = { address: string; changedAt: string | null }

const fields = ({ address, changedAt }: SitemapEntry): Html =>
  html`<loc>${address}</loc>${changedAt !== null && html`<lastmod>${changedAt}</lastmod>`}`

/** A file of the sitemap: at most 50,000 pages (sitemaps.org). */
const presentSitemap = (pages: readonly SitemapEntry[]): string =>
  xmlDocument(html`<urlset xmlns="${NAMESPACE}">${pages.map((page) => html`\n<url>${fields(page)}</url>`)}
</urlset>`)

const presentSitemapIndex = (files: readonly SitemapEntry[]): string =>
  xmlDocument(html`<sitemapindex xmlns="${NAMESPACE}">${files.map((file) => html`\n<sitemap>${fields(file)}</sitemap>`)}
</sitemapindex>`)

/** Robots may visit everything but the console. Comments point to the dumps and the changes, which save them the visit. */
const presentRobotsTxt = (publicUrl: string, hasDumps: boolean): string => {
  const whole = hasDumps ? `# The whole library for download: ${publicUrl}/dumps\n` : ''
  const since = `# What changed since a number: ${publicUrl}/api/v1/changes\n`
  return `${whole}${since}User-agent: *\nDisallow: /console\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

type Ports = {
  store: Store
  site: LiveSite
  conceptTrends: ConceptTrends
  publicUrl: () => string
  dumps: Dumps | null
}

const XML_TYPE = 'application/xml; charset=utf-8'

const standingPages = (words: LibraryWords): string[] => [
  '/',
  '/papers',
  ...(['concepts', 'gaps', 'briefs'] as const).filter((part) => isOn(part, words)).map((part) => `/${part}`),
  ...(hasMap(words) ? ['/map'] : []),
  '/stats',
  '/about',
  '/docs',
]

const xml = (body: string): Reply => ({ status: 200, body, type: XML_TYPE, headers: {} })

const noSuchFile = (): Failure => new Failure('not_found', 'The sitemap has no such file; /sitemap.xml lists them.')

/** The pages that always exist, and those of gaps and briefs, which are few. */
const editorialPages = async ({ store, site, publicUrl }: Ports): Promise<SitemapEntry[]> => {
  const { briefs, related } = store.public
  const written = [
    ...(await related.gaps(null)).map(({ id, updatedAt }) => ({ path: gapPath(id), changedAt: updatedAt })),
    ...(await briefs.list()).map(({ id, publishedAt }) => ({ path: briefPath(id), changedAt: publishedAt })),
  ]
  const chapters = (await store.public.chapters.names()).map(({ number }) => `/chapters/${number}`)
  const standing = [...standingPages(site.current()), ...(chapters.length === 0 ? [] : ['/chapters', ...chapters])]
  return [...standing.map((path) => ({ path, changedAt: null })), ...written].map(({ path, changedAt }) => ({
    address: `${publicUrl()}${path}`,
    changedAt,
  }))
}

/** The venues with most papers, at most. */
const readVenues = async ({ store }: Ports, most: number): Promise<readonly string[]> => {
  const { groups } = await store.public.library.groups(everyPaper, 'container', most)
  return [...new Set(groups.flatMap(({ value }) => venuePath(value) ?? []))]
}

/** The authors of several papers of a part; the pages of those of one paper say no more than the paper. */
const readAuthors = async ({ store }: Ports, part: number, atMost: number): Promise<readonly string[]> => {
  const names = await listRecurringAuthors({ sitemap: store.public.sitemap, inTurns: doInTurns }, { part, atMost })
  return names.flatMap((name) => (isWithinLimits(authorSearch(name)) ? (authorPath(name) ?? []) : []))
}

/** A few are enough to know that the file of a part is not empty. */
const FEW_AUTHORS = 5

const showIndex = (ports: Ports) => async (): Promise<Reply> => {
  const site = ports.publicUrl()
  const concepts = await ports.conceptTrends()
  const files = Math.ceil(concepts.length / SITEMAP_PART_SIZE)
  const parts = await ports.store.public.sitemap.parts()
  const named = []
  for (const { part } of parts) if ((await readAuthors(ports, part, FEW_AUTHORS)).length > 0) named.push(part + 1)
  return xml(
    presentSitemapIndex([
      { address: `${site}/sitemap-pages.xml`, changedAt: null },
      ...Array.from({ length: files }, (_, index) => ({
        address: `${site}/sitemap-concepts.xml?part=${index + 1}`,
        changedAt: null,
      })),
      ...((await readVenues(ports, 1)).length === 0
        ? []
        : [{ address: `${site}/sitemap-venues.xml`, changedAt: null }]),
      ...named.map((part) => ({ address: `${site}/sitemap-authors.xml?part=${part}`, changedAt: null })),
      ...parts.map(({ part, changedAt }) => ({ address: `${site}/sitemap-papers.xml?part=${part + 1}`, changedAt })),
    ]),
  )
}

const showPapers =
  ({ store, publicUrl }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { part } = readQuery(context, partInput)
    const papers = await store.public.sitemap.papers(part - 1)
    if (papers.length === 0) throw noSuchFile()
    const site = publicUrl()
    return xml(presentSitemap(papers.map(({ id, changedAt }) => ({ address: `${site}${paperPath(id)}`, changedAt }))))
  }

const showConcepts =
  ({ conceptTrends, publicUrl }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { part } = readQuery(context, partInput)
    const concepts = (await conceptTrends()).slice((part - 1) * SITEMAP_PART_SIZE, part * SITEMAP_PART_SIZE)
    if (concepts.length === 0) throw noSuchFile()
    const site = publicUrl()
    return xml(presentSitemap(concepts.map(({ id }) => ({ address: `${site}${conceptPath(id)}`, changedAt: null }))))
  }

const showVenues = (ports: Ports) => async (): Promise<Reply> => {
  const site = ports.publicUrl()
  const venues = await readVenues(ports, SITEMAP_PART_SIZE)
  return xml(presentSitemap(venues.map((path) => ({ address: `${site}${path}`, changedAt: null }))))
}

const showAuthors = (ports: Ports) => async (context: Context) => {
  const { part } = readQuery(context, partInput)
  const authors = await readAuthors(ports, part - 1, SITEMAP_PART_SIZE)
  if (authors.length === 0) throw noSuchFile()
  const site = ports.publicUrl()
  return xml(presentSitemap(authors.map((path) => ({ address: `${site}${path}`, changedAt: null }))))
}

const publicFile = { method: 'get', access: 'public', caching: 'revision', allowCors: true } as const
const files = {
  200: { description: 'The file.', type: XML_TYPE },
  404: { description: 'The sitemap has no such part.', type: HTML_TYPE },
}

/** robots.txt and the sitemap: all pages, with the time of the last change if known. */
export const sitemapRoutes = (ports: Ports): Route[] => [
  {
    ...publicFile,
    path: '/robots.txt',
    summary: 'What robots may visit',
    responses: { 200: { description: 'The rules.', type: TEXT_TYPE } },
    handle: () => ({
      status: 200,
      body: presentRobotsTxt(ports.publicUrl(), ports.dumps !== null),
      type: TEXT_TYPE,
      headers: {},
    }),
  },
  {
    ...publicFile,
    path: '/sitemap.xml',
    summary: 'The files of the sitemap',
    responses: { 200: { description: 'The index.', type: XML_TYPE } },
    handle: showIndex(ports),
  },
  {
    ...publicFile,
    path: '/sitemap-pages.xml',
    summary: 'Sitemap: pages of the library, gaps and briefs',
    responses: { 200: { description: 'The file.', type: XML_TYPE } },
    handle: async () => xml(presentSitemap(await editorialPages(ports))),
  },
  {
    ...publicFile,
    path: '/sitemap-concepts.xml',
    summary: `Sitemap: concepts, at most ${groupedNumber(SITEMAP_PART_SIZE)} a part`,
    query: partInput,
    responses: files,
    handle: showConcepts(ports),
  },
  {
    ...publicFile,
    path: '/sitemap-venues.xml',
    summary: `Sitemap: the ${groupedNumber(SITEMAP_PART_SIZE)} venues with most papers`,
    responses: { 200: { description: 'The file.', type: XML_TYPE } },
    handle: showVenues(ports),
  },
  {
    ...publicFile,
    path: '/sitemap-authors.xml',
    summary: `Sitemap: authors of several of the ${groupedNumber(SITEMAP_PART_SIZE)} papers of a part`,
    query: partInput,
    responses: files,
    handle: showAuthors(ports),
  },
  {
    ...publicFile,
    path: '/sitemap-papers.xml',
    summary: `Sitemap: papers, at most ${groupedNumber(SITEMAP_PART_SIZE)} a part`,
    query: partInput,
    responses: files,
    handle: showPapers(ports),
  },
]
