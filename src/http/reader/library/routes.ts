import type { Context } from 'hono'
import { isChapter } from '#core/papers/chapter.ts'
import { Failure } from '#core/failure.ts'
import type { LibraryFilter } from '#ports/store/library.ts'
import type { Store } from '#ports/store/store.ts'
import { HTML_TYPE, page } from '#http/routing/reply.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { readPosition, signPosition } from '#http/reader/library-cursor.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { chapterInput, libraryInput, toLibraryFilter, type LibraryQuery } from './input.ts'
import { chapterPage } from './pages/chapter.ts'
import { libraryPage } from './pages/library.ts'
import type { Suggestions } from './pages/nothing-found.ts'
import {
  libraryUrl,
  chapterIn,
  presentActiveFilters,
  presentEntry,
  presentFacets,
  presentSortLinks,
  type ActiveFilter,
} from './present.ts'

type Ports = { store: Store; cursors: Cursors; houseName: string }

const PAPERS_PER_PAGE = 20
const CONCEPTS_SUGGESTED = 5

const withoutFilters = ({ q }: LibraryQuery): LibraryQuery => ({
  q,
  chapter: null,
  year: null,
  type: null,
  concept: null,
  institution: null,
  text: null,
  sort: undefined,
})

const findSuggestions = async (
  { store }: Ports,
  asked: LibraryQuery,
  { filter, chosen: activeFilters }: { filter: LibraryFilter; chosen: ActiveFilter[] },
): Promise<Suggestions> => {
  const { q } = asked
  const { library } = store.read
  const meant = q === null ? null : await library.didYouMean(q, filter)
  const text = meant ?? q
  return {
    didYouMean: meant === null ? null : { text: meant, address: libraryUrl(asked, { q: meant }) },
    activeFilters,
    unfilteredUrl: q === null ? null : libraryUrl(withoutFilters(asked)),
    concepts: text === null ? [] : await library.suggestConcepts(text, CONCEPTS_SUGGESTED),
  }
}

const showLibrary = (ports: Ports) => async (context: Context) => {
  const { store, cursors, houseName } = ports
  const { cursor, ...query } = readQuery(context, libraryInput)
  const filter = toLibraryFilter(query)
  const { library, papers } = store.read
  const order = query.sort ?? 'long-horizon'
  const question = `library ${libraryUrl(query)}`
  const found = await library.page(filter, order, readPosition(cursors, question, cursor), PAPERS_PER_PAGE)
  const chapters = await store.read.chapters.list()
  const conceptName = query.concept === null ? null : await library.conceptName(query.concept)
  const activeFilters = presentActiveFilters(query, { chapters, conceptName })
  const next = found.next === null ? null : signPosition(cursors, question, found.next)
  const markup = libraryPage({
    houseName,
    query,
    size: await papers.countByAttributes({ chapter: null, type: null, minLongHorizon: null }),
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

const pathChapter = (context: Context): number => {
  const given = context.req.param('chapter') ?? ''
  const chapter = /^[1-9]$/u.test(given) ? Number(given) : 0
  if (!isChapter(chapter))
    throw new Failure('not_found', `There is no chapter ${given}; the library has chapters 1 to 7.`)
  return chapter
}

const showChapter =
  ({ store, cursors, houseName }: Ports) =>
  async (context: Context) => {
    const chapter = pathChapter(context)
    const { cursor } = readQuery(context, chapterInput)
    const { library } = store.read
    const question = `chapter ${chapter}`
    const filter = { ...toLibraryFilter(withoutFilters({ q: null } as LibraryQuery)), chapter }
    const found = await library.page(filter, 'long-horizon', readPosition(cursors, question, cursor), PAPERS_PER_PAGE)
    const chapters = await store.read.chapters.list()
    const text = chapterIn(chapters, chapter)
    if (text === undefined) throw new Failure('not_found', `There is no chapter ${chapter}.`)
    const here = `/chapters/${chapter}`
    const markup = chapterPage({
      houseName,
      text,
      before: chapterIn(chapters, chapter - 1),
      after: chapterIn(chapters, chapter + 1),
      years: await library.chapterYears(chapter),
      matches: found.counts,
      entries: found.papers.map((paper) => presentEntry(paper, null, chapters)),
      pages: {
        first: cursor === undefined ? null : `${here}#papers`,
        next: found.next === null ? null : `${here}?cursor=${signPosition(cursors, question, found.next)}`,
      },
    })
    return page(200, markup)
  }

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
  {
    ...publicPage,
    path: '/chapters/:chapter',
    summary: 'One chapter: introduction, years, concepts and papers',
    query: chapterInput,
    responses: {
      200: htmlResponse('The chapter.'),
      400: htmlResponse('The cursor is not one that was given out for it.'),
      404: htmlResponse('There is no such chapter.'),
    },
    handle: showChapter(ports),
  },
]
