import { usualOrder } from '#core/search/usual-order.ts'
import type { Context } from 'hono'
import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { authorSearch } from '#core/following/followed-search.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { findAuthorPapers, type AuthorPapers } from '#queries/authors.ts'
import type { FacetCounts, LibraryPage } from '#ports/store/library.ts'
import type { Store } from '#ports/store/store.ts'
import { namedPapersMarkdown } from '#schemas/markdown.ts'
import { checkedId, cursorParameter, readQuery } from '#http/input/query.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import { readPosition, signPosition } from '#http/paging/positions.ts'
import { authorPath, pageUrls, venuePath } from '#http/reader/addresses.ts'
import { pathWithQuery } from '#http/reader/editorial/pages/filters.ts'
import { noSuchPage, pageParameter, slicePage } from '#http/reader/editorial/present.ts'
import { isWithinLimits } from '#http/reader/library/orders.ts'
import { PAPERS_PER_PAGE } from '#http/reader/library/present.ts'
import { markdownForm } from '#http/reader/rendered-texts.ts'
import { HTML_TYPE, movedPermanently, page } from '#http/routing/reply.ts'
import { withForms, type Route } from '#http/routing/route.ts'
import { doInTurns } from '#http/routing/turns.ts'
import { chartRoutes } from '#http/reader/plots/files.ts'
import { namePage, nameYears } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const authorInput = z.object({ page: pageParameter() })
const venueInput = z.object({ cursor: cursorParameter() })

type Ports = { store: Store; cursors: Cursors; site: LiveSite; publicUrl: () => string }

const NAMES_SHOWN = 12
const PAPERS_LISTED = 100

const NOTE =
  'All papers with an author of this name, whatever its capitals, accents and punctuation. Several people may have it.'

/** Throws `not_found`, for names of unpublished papers, too. */
const getAuthor = async ({ store, site }: Ports, given: string): Promise<AuthorPapers & { path: string }> => {
  const name = checkedId(given)
  const found = isWithinLimits(authorSearch(name))
    ? await findAuthorPapers(
        { library: store.public.library, inTurns: doInTurns },
        name,
        usualOrder(site.current().scores),
      )
    : null
  const path = found === null ? null : authorPath(found.name)
  if (found === null || path === null) throw new Failure('not_found', `The library has no paper by ${name}.`)
  return { ...found, path }
}

/** A page of a venue with its stored name. Throws `not_found`, for venues of unpublished papers, too. */
const getVenue = async (
  { store, cursors, site }: Ports,
  given: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<LibraryPage & { name: string; path: string; question: string }> => {
  const name = checkedId(given)
  const question = `venue ${name}`
  const filter = { ...everyPaper, container: name }
  const found = await store.public.library.page(
    filter,
    usualOrder(site.current().scores),
    readPosition(cursors, question, cursor),
    limit,
  )
  const stored = found.counts.facets.container[0]?.label
  const path = stored === undefined ? null : venuePath(stored)
  if (stored === undefined || path === null) throw new Failure('not_found', `The library has no paper in ${name}.`)
  return { ...found, name: stored, path, question }
}

const conceptsOf = (counts: FacetCounts) =>
  counts.facets.concept.map(({ value, label, papers }) => ({ id: value, name: label, papers }))

const yearsOf = (counts: FacetCounts) =>
  counts.facets.year.map(({ value, papers }) => ({ year: Number(value), papers })).toSorted((a, b) => a.year - b.year)

/** Whether a name in an address is written as in the address of its page. */
const isAt = (path: string, given: string): boolean => path.endsWith(`/${encodeURIComponent(given)}`)

const pathOfPage = (path: string, number: number): string => pathWithQuery(path, { page: number })

const querySearch = (query: Record<string, string>): string => `?${new URLSearchParams(query).toString()}`

const showAuthor = (ports: Ports) => async (context: Context) => {
  const { store, site, publicUrl } = ports
  const { page: number } = readQuery(context, authorInput)
  const given = context.req.param('name') ?? ''
  const { name, path, papers, areAll, years, concepts, coAuthors } = await getAuthor(ports, given)
  if (!isAt(path, given)) return movedPermanently(path)
  const shown = slicePage(papers, number, PAPERS_PER_PAGE)
  if (shown === null) throw noSuchPage(number)
  const top = concepts.slice(0, NAMES_SHOWN)
  const ids = await store.public.related.conceptIds(top.map((concept) => concept.name))
  const q = authorSearch(name)
  return page(
    200,
    namePage({
      site,
      publicUrl: publicUrl(),
      kind: 'Author',
      name,
      path,
      note: NOTE,
      total: papers.length,
      isExact: areAll,
      years: years.toSorted((a, b) => a.year - b.year),
      concepts: top.flatMap((concept) => {
        const id = ids.get(concept.name)
        return id === undefined ? [] : [{ ...concept, id }]
      }),
      coAuthors: coAuthors.slice(0, NAMES_SHOWN),
      papers: shown,
      scores: ports.site.current().scores,
      pages: {
        first: number === 1 ? null : path,
        next: papers.length > number * PAPERS_PER_PAGE ? pathOfPage(path, number + 1) : null,
      },
      search: querySearch({ q }),
      follows: { q },
    }),
  )
}

const showVenue = (ports: Ports) => async (context: Context) => {
  const { cursors, site, publicUrl } = ports
  const { cursor } = readQuery(context, venueInput)
  const given = context.req.param('name') ?? ''
  const { name, path, question, papers, next, counts } = await getVenue(ports, given, {
    cursor,
    limit: PAPERS_PER_PAGE,
  })
  if (!isAt(path, given)) return movedPermanently(path)
  return page(
    200,
    namePage({
      site,
      publicUrl: publicUrl(),
      kind: 'Published in',
      name,
      path,
      note: null,
      total: counts.papers,
      isExact: counts.isExact,
      years: yearsOf(counts),
      concepts: conceptsOf(counts),
      coAuthors: [],
      papers,
      scores: ports.site.current().scores,
      pages: {
        first: cursor === undefined ? null : path,
        next: next === null ? null : pathWithQuery(path, { cursor: signPosition(cursors, question, next) }),
      },
      search: querySearch({ container: name }),
      follows: { container: name },
    }),
  )
}

const authorForm = (ports: Ports) =>
  markdownForm(async (given) => {
    const { name, path, papers, concepts } = await getAuthor(ports, given)
    const site = ports.publicUrl()
    return namedPapersMarkdown(pageUrls(site), {
      name,
      pageUrl: site + path,
      concepts: concepts.slice(0, NAMES_SHOWN).map((concept) => concept.name),
      papers: papers.slice(0, PAPERS_LISTED),
      total: papers.length,
    })
  })

const venueForm = (ports: Ports) =>
  markdownForm(async (given) => {
    const { name, path, papers, counts } = await getVenue(ports, given, { limit: PAPERS_LISTED })
    const site = ports.publicUrl()
    return namedPapersMarkdown(pageUrls(site), {
      name,
      pageUrl: site + path,
      concepts: conceptsOf(counts).map((concept) => concept.name),
      papers,
      total: counts.papers,
    })
  })

const publicPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const
const responsesOf = (nothing: string) => ({
  200: { description: 'The page.', type: HTML_TYPE },
  308: { description: 'Another spelling of the name; Location has the address of its page.', type: HTML_TYPE },
  404: { description: nothing, type: HTML_TYPE },
})

/** Pages of the names that papers have: their authors, and the journals, proceedings and books in which they appeared. */
export const nameRoutes = (ports: Ports): Route[] => [
  ...withForms(
    {
      ...publicPage,
      path: '/authors/:name',
      summary: 'The papers with an author of one name: years, concepts, co-authors',
      query: authorInput,
      responses: responsesOf('No public paper has such an author.'),
      handle: showAuthor(ports),
    },
    [authorForm(ports)],
  ),
  ...chartRoutes(ports, {
    path: '/authors/:name/years',
    summary: 'The papers of one author by year',
    responses: { 404: { description: 'No public paper has such an author.', type: HTML_TYPE } },
    read: async (context) => {
      const { name, path, years } = await getAuthor(ports, context.req.param('name') ?? '')
      return { chart: nameYears(name, years), page: path }
    },
  }),
  ...withForms(
    {
      ...publicPage,
      path: '/venues/:name',
      summary: 'The papers of one journal, of proceedings or of a book: years, concepts',
      query: venueInput,
      responses: responsesOf('No public paper appeared there.'),
      handle: showVenue(ports),
    },
    [venueForm(ports)],
  ),
  ...chartRoutes(ports, {
    path: '/venues/:name/years',
    summary: 'The papers of one venue by year',
    responses: { 404: { description: 'No public paper appeared there.', type: HTML_TYPE } },
    read: async (context) => {
      const { name, path, counts } = await getVenue(ports, context.req.param('name') ?? '', { limit: 1 })
      return { chart: nameYears(name, yearsOf(counts)), page: path }
    },
  }),
]
