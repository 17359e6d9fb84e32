import type { Context } from 'hono'
import { everyPaper } from '#core/search/paper-filter.ts'
import { forNow, HTML_TYPE, page } from '#http/routing/reply.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import type { PublicReader } from '#ports/store/store.ts'
import { getLikedPaper } from '#queries/search.ts'
import { readQuery } from '#http/input/query.ts'
import { withForms, type Route } from '#http/routing/route.ts'
import { feedInput, libraryForms, type LibraryFormPorts } from './forms.ts'
import { isTooLong, libraryInput, readingNow, understandView } from './input.ts'
import { isRanked } from './orders.ts'
import { DAYS_SHOWN } from './new-here.ts'
import { libraryPage } from './pages.ts'
import { librarySearch, presentActiveFilters, presentCited, presentFacets } from './present.ts'
import { listView, rankedView } from './views.ts'
import type { LiveSite } from '#ports/site.ts'

export type LibraryPorts = LibraryFormPorts & { cursors: Cursors; site: LiveSite }

const namesOfConcepts = async (
  { library }: Pick<PublicReader, 'library'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const names = await Promise.all(ids.map((id) => library.conceptName(id)))
  return new Map(ids.map((id, index) => [id, names[index] ?? id]))
}

export const showLibrary = (ports: LibraryPorts) => async (context: Context) => {
  const { store, clock, site, publicUrl, meaning } = ports
  const { cursor, ...query } = readQuery(context, libraryInput)
  const understood = understandView(query, clock.now())
  const { view } = understood
  const { citations, library, papers } = store.public
  const isWhole = cursor === undefined && librarySearch(query) === ''
  const words = site.current()
  const chapters = await store.public.chapters.names()
  const conceptNames = await namesOfConcepts(store.public, query.concept)
  const like = query.like === null ? null : await getLikedPaper(store.public.related, query.like)
  const activeFilters = presentActiveFilters(query, understood, { chapters, conceptNames, like, words })
  const shown = { query, cursor, chapters, words, activeFilters, like }
  const found = isRanked(view) ? await rankedView(ports, { view, ...shown }) : await listView(ports, { view, ...shown })
  const markup = libraryPage({
    ...found,
    site,
    publicUrl: publicUrl(),
    query,
    cursor,
    understood,
    like,
    isCut: isTooLong(context.req.query('q') ?? ''),
    size: await papers.countByAttributes(everyPaper),
    addedDays: isWhole ? await library.addedDays(DAYS_SHOWN) : null,
    facets: presentFacets(query, found, { chapters, conceptNames, words }),
    cited: query.cited !== null || (await citations.hasCitedPapers()) ? presentCited(query) : null,
    activeFilters,
    comparesMeaning: meaning !== null,
  })
  return found.semantic === false ? forNow(page(200, markup)) : page(200, markup)
}

/** The path of every list of papers, in each form. */
export const LISTS_PATH = '/papers'

export const libraryRoutes = (ports: LibraryPorts): Route[] =>
  withForms(
    {
      method: 'get',
      path: LISTS_PATH,
      summary: 'Papers: search, filters and order, all in the address',
      access: 'public',
      caching: 'revision',
      allowCors: false,
      query: feedInput,
      dependsOnTime: readingNow(ports),
      responses: {
        200: { description: 'A page of the list.', type: HTML_TYPE },
        304: { description: 'The version that If-None-Match names is still current.' },
      },
      handle: showLibrary(ports),
    },
    libraryForms(ports),
  )
