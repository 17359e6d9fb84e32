import type { Context } from 'hono'
import { readOpenings } from '#queries/mentioned-papers.ts'
import { calendarDay } from '#core/calendar-day.ts'
import type { ShownScores } from '#core/papers/shown-scores.ts'
import { usualOrder } from '#core/search/usual-order.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { feedInput, libraryFeeds } from '#http/reader/library/forms.ts'
import { libraryInput, readingNow } from '#http/reader/library/input.ts'
import { DAYS_SHOWN } from '#http/reader/library/new-here.ts'
import { type LibraryPorts, LISTS_PATH, showLibrary } from '#http/reader/library/routes.ts'
import { HTML_TYPE, page, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { ConceptWithTrend } from '#core/editorial/concept.ts'
import type { PublicReader } from '#ports/store/store.ts'
import type { ConceptTrends } from '#queries/concepts.ts'
import { emptyHomePage, homePage, type HomeView } from './pages.ts'
import {
  type ChapterCard,
  presentBrief,
  presentChapter,
  presentGaps,
  presentNewPaper,
  risingConcepts,
  weekAgo,
} from './present.ts'

type Ports = LibraryPorts & { conceptTrends: ConceptTrends }

const NEW_PAPERS_SHOWN = 5
const MAX_NEW_COUNTED = 1_000
const YEARS_DRAWN = 10

/** The chapters that have papers. */
const readChapters = async (
  { chapters, library, plots }: PublicReader,
  scores: ShownScores,
): Promise<ChapterCard[]> => {
  const counted = new Map((await plots.chapters()).map(({ chapter, papers }) => [chapter, papers]))
  const cards = (await chapters.list()).map(async (chapter): Promise<ChapterCard[]> => {
    const papers = counted.get(chapter.number) ?? 0
    if (papers === 0) return []
    const [years, first] = await Promise.all([
      plots.years(chapter.number),
      library.list({ ...everyPaper, chapter: chapter.number }, usualOrder(scores), null, 1),
    ])
    return [presentChapter(chapter, { papers, years: years.slice(-YEARS_DRAWN), best: first.papers[0] ?? null })]
  })
  return (await Promise.all(cards)).flat()
}

const readYears = ({ related }: PublicReader, concepts: readonly ConceptWithTrend[]): Promise<HomeView['years']> => {
  const newest = concepts[0]?.evidence.window.newest ?? 0
  return related.conceptYears(
    concepts.map(({ id }) => id),
    newest - YEARS_DRAWN + 1,
  )
}

/** What is new and what is open. Everything comes from counters and a few entries of indexes. */
const readHome = async ({ store, conceptTrends, site }: Ports, now: Date) => {
  const { library, briefs, related } = store.public
  const since = weekAgo(now)
  const { scores } = site.current()
  const concepts = risingConcepts(await conceptTrends())
  const [fresh, addedDays, newest, brief, gaps, years, chapters] = await Promise.all([
    library.count({ ...everyPaper, addedSince: since }, MAX_NEW_COUNTED),
    library.addedDays(DAYS_SHOWN),
    library.page(everyPaper, 'added', null, NEW_PAPERS_SHOWN),
    briefs.latest(),
    related.gaps(null),
    readYears(store.public, concepts),
    readChapters(store.public, scores),
  ])
  const [take] = await readOpenings(related, [brief?.take ?? null])
  return {
    fresh: { ...fresh, since },
    addedDays,
    newest: newest.papers.map(presentNewPaper),
    brief: brief === null ? null : presentBrief({ ...brief, take: take ?? '' }, now),
    gaps: { all: gaps.length, ...presentGaps(gaps, now) },
    concepts,
    years,
    chapters,
    scores,
  }
}

const showHome = async (ports: Ports): Promise<Reply> => {
  const { store, clock, site, publicUrl, meaning } = ports
  const papers = await store.public.papers.countByAttributes(everyPaper)
  const catalog = { site, publicUrl: publicUrl(), papers }
  if (papers === 0) return page(200, emptyHomePage(catalog))
  const found = await readHome(ports, clock.now())
  return page(200, homePage({ catalog, comparesMeaning: meaning !== null, ...found }))
}

/** Whether the address asks for a list: the library was at this path with all its parameters. */
const asksForList = ({ req }: Context): boolean =>
  [...new URL(req.url).searchParams.keys()].some((name) => Object.hasOwn(libraryInput.shape, name))

/** The front page, and at the same path the lists that addresses of earlier versions name. */
export const homeRoutes = (ports: Ports): Route[] => {
  const [showList, readingOfList] = [showLibrary(ports), readingNow(ports)]
  return [
    {
      method: 'get',
      path: '/',
      summary: 'The front page; with any parameter of a list, that list of papers',
      access: 'public',
      caching: 'revision',
      allowCors: false,
      query: feedInput,
      // The front page is another one each day, and its key differs from that of a list without a filter.
      dependsOnTime: (context) =>
        asksForList(context) ? readingOfList(context) : `front page of ${calendarDay(ports.clock.now())}`,
      forms: libraryFeeds(ports),
      formsAt: LISTS_PATH,
      responses: { 200: { description: 'The front page, or a page of a list.', type: HTML_TYPE } },
      handle: (context) => (asksForList(context) ? showList(context) : showHome(ports)),
    },
  ]
}
