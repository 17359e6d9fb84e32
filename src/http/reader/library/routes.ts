import type { Context } from 'hono'
import { isChapter } from '#core/papers/chapter.ts'
import { Failure } from '#core/failure.ts'
import type { LibraryFilter } from '#ports/store/library.ts'
import type { Store } from '#ports/store/store.ts'
import { HTML_TYPE, page } from '#http/routing/reply.ts'
import type { Cursors } from '#http/input/cursor.ts'
import { readPlace, signPlace } from '#http/reader/library-cursor.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { chapterInput, libraryInput, toFilter, type Asked } from './input.ts'
import { chapterPage } from './pages/chapter.ts'
import { libraryPage } from './pages/library.ts'
import type { WaysOut } from './pages/nothing-found.ts'
import {
  addressOf,
  chapterIn,
  presentChosen,
  presentEntry,
  presentFacets,
  presentOrders,
  type Chosen,
} from './present.ts'

type Ports = { store: Store; cursors: Cursors; houseName: string }

const PAPERS_A_PAGE = 20
const CONCEPTS_OFFERED = 5

const withoutFilters = ({ q }: Asked): Asked => ({
  q,
  chapter: null,
  year: null,
  type: null,
  concept: null,
  institution: null,
  text: null,
  sort: undefined,
})

const waysOut = async (
  { store }: Ports,
  asked: Asked,
  { filter, chosen }: { filter: LibraryFilter; chosen: Chosen[] },
): Promise<WaysOut> => {
  const { q } = asked
  const { library } = store.read
  const meant = q === null ? null : await library.didYouMean(q, filter)
  const text = meant ?? q
  return {
    meant: meant === null ? null : { text: meant, address: addressOf(asked, { q: meant }) },
    chosen,
    unfiltered: q === null ? null : addressOf(withoutFilters(asked)),
    concepts: text === null ? [] : await library.suggestConcepts(text, CONCEPTS_OFFERED),
  }
}

const showLibrary = (ports: Ports) => async (context: Context) => {
  const { store, cursors, houseName } = ports
  const { cursor, ...asked } = readQuery(context, libraryInput)
  const filter = toFilter(asked)
  const { library, papers } = store.read
  const order = asked.sort ?? 'long-horizon'
  const question = `library ${addressOf(asked)}`
  const found = await library.page(filter, order, readPlace(cursors, question, cursor), PAPERS_A_PAGE)
  const chapters = await store.read.chapters.list()
  const conceptName = asked.concept === null ? null : await library.conceptName(asked.concept)
  const chosen = presentChosen(asked, { chapters, conceptName })
  const next = found.next === null ? null : signPlace(cursors, question, found.next)
  const markup = libraryPage({
    houseName,
    asked,
    size: await papers.countByAttributes({ chapter: null, type: null, minLongHorizon: null }),
    holdings: found.counts,
    entries: found.papers.map((paper) => presentEntry(paper, filter.query, chapters)),
    pages: {
      first: cursor === undefined ? null : addressOf(asked),
      next: next === null ? null : addressOf(asked, { cursor: next }),
    },
    chapters,
    facets: presentFacets(asked, found.counts, chapters),
    chosen,
    orders: presentOrders(asked, order),
    waysOut: found.papers.length === 0 ? await waysOut(ports, asked, { filter, chosen }) : null,
  })
  return page(200, markup)
}

const chapterAsked = (context: Context): number => {
  const given = context.req.param('chapter') ?? ''
  const chapter = /^[1-9]$/u.test(given) ? Number(given) : 0
  if (!isChapter(chapter))
    throw new Failure('not_found', `There is no chapter ${given}; the library has chapters 1 to 7.`)
  return chapter
}

const showChapter =
  ({ store, cursors, houseName }: Ports) =>
  async (context: Context) => {
    const chapter = chapterAsked(context)
    const { cursor } = readQuery(context, chapterInput)
    const { library } = store.read
    const question = `chapter ${chapter}`
    const filter = { ...toFilter(withoutFilters({ q: null } as Asked)), chapter }
    const found = await library.page(filter, 'long-horizon', readPlace(cursors, question, cursor), PAPERS_A_PAGE)
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
      holdings: found.counts,
      entries: found.papers.map((paper) => presentEntry(paper, null, chapters)),
      pages: {
        first: cursor === undefined ? null : `${here}#papers`,
        next: found.next === null ? null : `${here}?cursor=${signPlace(cursors, question, found.next)}`,
      },
    })
    return page(200, markup)
  }

const publicPage = { method: 'get', access: 'public', caching: 'revision', anyOrigin: false } as const
const asPage = (description: string) => ({ description, type: HTML_TYPE })

export const libraryRoutes = (ports: Ports): Route[] => [
  {
    ...publicPage,
    path: '/',
    summary: 'The library: search, filters, orders, all in the address',
    query: libraryInput,
    answers: { 200: asPage('A page of the library.'), 400: asPage('A parameter is wrong; the page names it.') },
    handle: showLibrary(ports),
  },
  {
    ...publicPage,
    path: '/chapters/:chapter',
    summary: 'One chapter: introduction, years, concepts and papers',
    query: chapterInput,
    answers: {
      200: asPage('The chapter.'),
      400: asPage('The cursor is not one that was given out for it.'),
      404: asPage('There is no such chapter.'),
    },
    handle: showChapter(ports),
  },
]
