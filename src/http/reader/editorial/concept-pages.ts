import type { Context } from 'hono'
import { trends } from '#core/editorial/trend.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { withTrend } from '#queries/concept-trends.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import { unknownConcept } from '#queries/unknown-concept.ts'
import { conceptInput, conceptsInput } from './input.ts'
import { countsOf, noSuchPage } from './list-pages.ts'
import { conceptPage } from './pages/concept.ts'
import { conceptsPage } from './pages/concepts.ts'
import { siteOf, type Ports } from './ports.ts'
import { slicePage } from './present.ts'

const CONCEPTS_PER_PAGE = 50
const YEARS_DRAWN = 10
const PAPERS_PER_PAGE = 20
const CO_OCCURRING_SHOWN = 12

export const listConcepts =
  ({ store, conceptTrends, houseName }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { trend, page: number } = readQuery(context, conceptsInput)
    const all = await conceptTrends()
    const counts = countsOf(
      trends,
      all.map(({ evidence }) => evidence.trend),
    )
    const wanted = trend === undefined ? all : all.filter(({ evidence }) => evidence.trend === trend)
    const concepts = slicePage(wanted, number, CONCEPTS_PER_PAGE)
    if (concepts === null) throw noSuchPage(number)
    const newest = concepts[0]?.evidence.window.newest ?? 0
    const ids = concepts.map(({ id }) => id)
    const years = await store.public.related.conceptYears(ids, newest - YEARS_DRAWN + 1)
    const pages = Math.ceil(wanted.length / CONCEPTS_PER_PAGE)
    return page(200, conceptsPage(houseName, { counts, trend: trend ?? null, page: number, pages, concepts, years }))
  }

export const showConcept =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { cursor } = readQuery(context, conceptInput)
    const id = pathId(context)
    const { related, concepts } = ports.store.public
    const found = await related.conceptTimeline(id)
    if (found === null) throw await unknownConcept(concepts, id)
    const question = `concept ${id}`
    const after = ports.cursors.read(question, cursor)
    const [{ papers, next }, coOccurring] = await Promise.all([
      related.conceptPapers(id, after, PAPERS_PER_PAGE),
      related.coOccurringConcepts(id, CO_OCCURRING_SHOWN),
    ])
    const view = {
      concept: withTrend(found),
      years: found.years,
      coOccurring,
      papers,
      isFirstPage: after === null,
      next: next === null ? null : ports.cursors.sign(question, next),
    }
    return page(200, conceptPage(siteOf(ports), view))
  }
