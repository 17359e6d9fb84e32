import type { Context } from 'hono'
import { everyPaper } from '#core/search/paper-filter.ts'
import type { LibraryFilter } from '#core/search/library-filter.ts'
import { HTML_TYPE, movedPermanently, page } from '#http/routing/reply.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { readPosition, signPosition } from '#http/reader/library-cursor.ts'
import { readQuery } from '#http/input/query.ts'
import { withForms } from '#http/routing/form.ts'
import type { Route } from '#http/routing/route.ts'
import { libraryForms, type LibraryFormPorts } from './forms.ts'
import { EMPTY_LIBRARY_QUERY, libraryInput, toLibraryFilter, type LibraryQuery } from './input.ts'
import { libraryPage } from './pages/library.ts'
import type { Suggestions } from './pages/nothing-found.ts'
import {
  libraryUrl,
  PAPERS_PER_PAGE,
  presentActiveFilters,
  presentEntry,
  presentFacets,
  presentSortLinks,
  type ActiveFilter,
} from './present.ts'

type Ports = LibraryFormPorts & { cursors: Cursors; houseName: string }

const CONCEPTS_SUGGESTED = 5

const findSuggestions = async (
  { store }: Ports,
  asked: LibraryQuery,
  { filter, chosen: activeFilters }: { filter: LibraryFilter; chosen: ActiveFilter[] },
): Promise<Suggestions> => {
  const { q } = asked
  const { library } = store.public
  const meant = q === null ? null : await library.didYouMean(q, filter)
  const text = meant ?? q
  return {
    didYouMean: meant === null ? null : { text: meant, address: libraryUrl(asked, { q: meant }) },
    activeFilters,
    unfilteredUrl: q === null ? null : libraryUrl({ ...EMPTY_LIBRARY_QUERY, q }),
    concepts: text === null ? [] : await library.suggestConcepts(text, CONCEPTS_SUGGESTED),
  }
}

const showLibrary = (ports: Ports) => async (context: Context) => {
  const { store, cursors, houseName, publicUrl } = ports
  const { cursor, ...query } = readQuery(context, libraryInput)
  const filter = toLibraryFilter(query)
  const { library, papers } = store.public
  const order = query.sort ?? 'long-horizon'
  const question = `library ${libraryUrl(query)}`
  const found = await library.page(filter, order, readPosition(cursors, question, cursor), PAPERS_PER_PAGE)
  const chapters = await store.public.chapters.names()
  const conceptName = query.concept === null ? null : await library.conceptName(query.concept)
  const activeFilters = presentActiveFilters(query, { chapters, conceptName })
  const next = found.next === null ? null : signPosition(cursors, question, found.next)
  const markup = libraryPage({
    houseName,
    publicUrl: publicUrl(),
    query,
    size: await papers.countByAttributes(everyPaper),
    matches: found.counts,
    entries: found.papers.map((paper) => presentEntry(paper, filter.query, chapters)),
    pages: {
      first: cursor === undefined ? null : libraryUrl(query),
      next: next === null ? null : libraryUrl(query, { cursor: next }),
    },
    chapters,
    facets: presentFacets(query, found.counts, chapters),
    activeFilters,
    orders: presentSortLinks(query, order),
    suggestions:
      found.papers.length === 0 ? await findSuggestions(ports, query, { filter, chosen: activeFilters }) : null,
  })
  return page(200, markup)
}

/** The pages of papers lie below `/papers`, so readers who shorten an address arrive here. */
const redirectToLibrary = (context: Context) => movedPermanently(`/${new URL(context.req.url).search}`)

const publicPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const
const htmlResponse = (description: string) => ({ description, type: HTML_TYPE })

export const libraryRoutes = (ports: Ports): Route[] => [
  {
    ...publicPage,
    path: '/',
    summary: 'The library: search, filters, orders, all in the address',
    query: libraryInput,
    responses: {
      200: htmlResponse('A page of the library.'),
      400: htmlResponse('A parameter is wrong; the page names it.'),
    },
    handle: showLibrary(ports),
  },
  ...withForms(
    {
      ...publicPage,
      path: '/papers',
      summary: 'Papers: the page leads to the library, with the same query',
      caching: 'none',
      query: libraryInput,
      responses: {
        304: { description: 'What If-None-Match names is still right.' },
        308: htmlResponse('The library is at /.'),
        400: htmlResponse('A parameter is wrong; the page names it.'),
      },
      handle: redirectToLibrary,
    },
    libraryForms(ports),
  ),
]
