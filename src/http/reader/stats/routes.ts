import type { PublicReader, Store } from '#ports/store/store.ts'
import { HTML_TYPE, page } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { chapterPlace } from '#core/papers/chapter.ts'
import { chapterLabels } from '#http/reader/plots/figure.ts'
import { type ChartPorts, chartRoutes } from '#http/reader/plots/files.ts'
import { Failure } from '#core/failure.ts'
import { findChart, statsPage, type Statistics } from './pages.ts'

const RANKING_LENGTH = 15

/** Everything comes from counters, so the page costs the same for a corpus of any size. */
const readStatistics = async ({ stats, plots, chapters: named }: PublicReader): Promise<Statistics> => {
  const chapters = []
  const names = await named.names()
  const counted = await plots.chapters()
  for (const row of counted.toSorted((a, b) => chapterPlace(names, a.chapter) - chapterPlace(names, b.chapter)))
    chapters.push({ ...row, years: row.chapter === null ? [] : await plots.years(row.chapter) })
  return {
    counts: await stats.counts(),
    labelOf: chapterLabels(names),
    years: await plots.years(null),
    chapters,
    institutions: await plots.institutions(RANKING_LENGTH),
    sources: await plots.sources(RANKING_LENGTH),
    months: await plots.acceptedByMonth(),
  }
}

export const statsRoutes = (ports: ChartPorts & { store: Store }): Route[] => [
  {
    method: 'get',
    path: '/stats',
    summary: 'The corpus in numbers: years, chapters, institutions, sources, growth',
    access: 'public',
    caching: 'revision',
    allowCors: false,
    responses: { 200: { description: 'The figures, each with its table.', type: HTML_TYPE } },
    handle: async () => page(200, statsPage(ports.site, await readStatistics(ports.store.public))),
  },
  ...chartRoutes(ports, {
    path: '/stats/:figure',
    summary: 'One figure of the statistics',
    responses: { 404: { description: 'The statistics have no such figure.', type: HTML_TYPE } },
    read: async (context) => {
      const name = (context.req.param('figure') ?? '').replace(/\.(?:svg|csv)$/u, '')
      const chart = findChart(await readStatistics(ports.store.public), name)
      if (chart === null) throw new Failure('not_found', `The statistics have no figure ${name}.`)
      return { chart, page: '/stats' }
    },
  }),
]
