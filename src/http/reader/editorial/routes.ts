import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { severities } from '#core/editorial/gap.ts'
import { trends, evaluateTrend } from '#core/editorial/trend.ts'
import type { BriefSummary } from '#ports/store/related.ts'
import type { Store } from '#ports/store/store.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import type { Cursors } from '#http/input/cursor.ts'
import { judgedConcepts } from '#queries/concept-trends.ts'
import { publicMentions } from '#http/reader/paper-links.ts'
import { readQuery } from '#http/input/query.ts'
import { idOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { unknownConcept } from '#queries/unknown-concept.ts'
import { conceptInput, conceptsInput, gapsInput } from './input.ts'
import { briefPage, briefsPage } from './pages/briefs.ts'
import { conceptPage } from './pages/concept.ts'
import { conceptsPage } from './pages/concepts.ts'
import { gapPage, gapsPage } from './pages/gaps.ts'
import { pageOf } from './present.ts'

type Ports = { store: Store; cursors: Cursors; houseName: string; publicUrl: () => string }

const CONCEPTS_ON_A_PAGE = 50
const YEARS_DRAWN = 10
const PAPERS_ON_A_PAGE = 20
const COMPANIONS_SHOWN = 12
const GAPS_ON_A_PAGE = 20
const CONCEPTS_COVERED = 30

const siteOf = ({ houseName, publicUrl }: Ports) => ({ houseName, publicUrl: publicUrl() })

const noSuchPage = (number: number): Failure => new Failure('not_found', `There is no page ${number} of this list.`)

/** How many of a list have each of some names. */
const countsOf = <Name extends string>(names: readonly Name[], given: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, given.filter((other) => other === name).length])) as Record<
    Name,
    number
  >

const listConcepts =
  ({ store, houseName }: Ports) =>
  async (context: Context): Promise<Answer> => {
    const { trend, page: number } = readQuery(context, conceptsInput)
    const all = await judgedConcepts(store.read.concepts)
    const counts = countsOf(
      trends,
      all.map(({ evidence }) => evidence.trend),
    )
    const wanted = trend === undefined ? all : all.filter(({ evidence }) => evidence.trend === trend)
    const shown = pageOf(wanted, number, CONCEPTS_ON_A_PAGE)
    if (shown === null) throw noSuchPage(number)
    const newest = shown[0]?.evidence.window.newest ?? 0
    const ids = shown.map(({ id }) => id)
    const years = await store.read.related.conceptYears(ids, newest - YEARS_DRAWN + 1)
    const pages = Math.ceil(wanted.length / CONCEPTS_ON_A_PAGE)
    return page(200, conceptsPage(houseName, { counts, trend: trend ?? null, page: number, pages, shown, years }))
  }

const showConcept =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    const { cursor } = readQuery(context, conceptInput)
    const id = idOf(context)
    const { related, concepts } = ports.store.read
    const found = await related.conceptTimeline(id)
    if (found === null) throw await unknownConcept(concepts, id)
    const question = `concept ${id}`
    const after = ports.cursors.read(question, cursor)
    const [{ papers, next }, companions] = await Promise.all([
      related.conceptPapers(id, after, PAPERS_ON_A_PAGE),
      related.coOccurringConcepts(id, COMPANIONS_SHOWN),
    ])
    const { counts, window, corpus, years } = found
    const concept = { ...counts, evidence: evaluateTrend(window, counts, corpus) }
    const view = {
      concept,
      years,
      companions,
      papers,
      isFirstPage: after === null,
      next: next === null ? null : ports.cursors.sign(question, next),
    }
    return page(200, conceptPage(siteOf(ports), view))
  }

const listGaps =
  ({ store, houseName }: Ports) =>
  async (context: Context): Promise<Answer> => {
    const { severity, page: number } = readQuery(context, gapsInput)
    const { related } = store.read
    const all = await related.gaps(null)
    const counts = countsOf(
      severities,
      all.map((gap) => gap.severity),
    )
    const wanted = severity === undefined ? all : all.filter((gap) => gap.severity === severity)
    const shown = pageOf(wanted, number, GAPS_ON_A_PAGE)
    if (shown === null) throw noSuchPage(number)
    const [coverage, chapters] = await Promise.all([
      related.conceptCoverage(CONCEPTS_COVERED),
      store.read.chapters.list(),
    ])
    const pages = Math.ceil(wanted.length / GAPS_ON_A_PAGE)
    return page(
      200,
      gapsPage(houseName, {
        counts,
        severity: severity ?? null,
        page: number,
        pages,
        shown,
        chapters,
        coverage,
      }),
    )
  }

const showGap =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    const gap = await ports.store.read.related.gap(idOf(context))
    if (gap === null) throw new Failure('not_found', `There is no gap ${idOf(context)}.`)
    return page(200, gapPage(siteOf(ports), gap))
  }

const listBriefs =
  ({ store, houseName }: Ports) =>
  async (): Promise<Answer> =>
    page(200, briefsPage(houseName, await store.read.related.listBriefs()))

const beside = (shelf: readonly BriefSummary[], id: string) => {
  const place = shelf.findIndex((brief) => brief.id === id)
  return { earlier: shelf[place + 1] ?? null, later: place < 1 ? null : (shelf[place - 1] ?? null) }
}

const showBrief =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    const { briefs, related, chapters: chapterReader } = ports.store.read
    const id = idOf(context)
    const brief = await briefs.find(id)
    if (brief === null) throw new Failure('not_found', `There is no brief ${id}.`)
    const [featured, shelf, chapters] = await Promise.all([
      related.publicPapers(brief.featured),
      related.listBriefs(),
      chapterReader.list(),
    ])
    const texts = [brief.summary, brief.take, ...featured.map(({ commentary }) => commentary)]
    const mentioned = await publicMentions(related, texts)
    return page(200, briefPage(siteOf(ports), { brief, featured, chapters, mentioned, ...beside(shelf, id) }))
  }

const publicPage = { method: 'get', access: 'public', caching: 'revision', anyOrigin: false } as const
const asPage = (description: string) => ({ description, type: HTML_TYPE })
const badParameter = { 400: asPage('A parameter is out of range.') }

export const editorialPageRoutes = (ports: Ports): Route[] => [
  {
    ...publicPage,
    path: '/concepts',
    summary: 'Concepts with their trends, most papers first',
    query: conceptsInput,
    answers: { 200: asPage('The page.'), ...badParameter, 404: asPage('The list has no such page.') },
    handle: listConcepts(ports),
  },
  {
    ...publicPage,
    path: '/concepts/:id',
    summary: 'One concept: the evidence of its trend, its papers, what it goes with',
    query: conceptInput,
    answers: {
      200: asPage('The page.'),
      308: asPage('The concept was merged; Location names the one it is now.'),
      ...badParameter,
      404: asPage('No such concept.'),
    },
    handle: showConcept(ports),
  },
  {
    ...publicPage,
    path: '/gaps',
    summary: 'Research gaps, gravest first, and where the corpus is thin',
    query: gapsInput,
    answers: { 200: asPage('The page.'), ...badParameter, 404: asPage('The list has no such page.') },
    handle: listGaps(ports),
  },
  {
    ...publicPage,
    path: '/gaps/:id',
    summary: 'One research gap',
    answers: { 200: asPage('The page.'), 404: asPage('No such gap.') },
    handle: showGap(ports),
  },
  {
    ...publicPage,
    path: '/briefs',
    summary: 'The archive of weekly briefs, newest first',
    answers: { 200: asPage('The page.') },
    handle: listBriefs(ports),
  },
  {
    ...publicPage,
    path: '/briefs/:id',
    summary: 'One weekly brief with its featured papers',
    answers: { 200: asPage('The page.'), 404: asPage('No such brief.') },
    handle: showBrief(ports),
  },
]
