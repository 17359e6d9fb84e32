import type { PublicReader, Store } from '#ports/store/store.ts'
import { HTML_TYPE, page } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { chapterLabels } from '#http/reader/plots/figure.ts'
import { statsPage, type Statistics } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const RANKING_LENGTH = 15

/** Everything comes from counters, so the page costs the same for a corpus of any size. */
const readStatistics = async ({ stats, plots, chapters: named }: PublicReader): Promise<Statistics> => {
  const chapters = []
  for (const row of (await plots.chapters()).toSorted((a, b) => (a.chapter ?? 9) - (b.chapter ?? 9)))
    chapters.push({ ...row, years: row.chapter === null ? [] : await plots.years(row.chapter) })
  return {
    counts: await stats.counts(),
    labelOf: chapterLabels(await named.names()),
    years: await plots.years(null),
    chapters,
    institutions: await plots.institutions(RANKING_LENGTH),
    sources: await plots.sources(RANKING_LENGTH),
    months: await plots.acceptedByMonth(),
  }
}

export const statsRoutes = ({ store, site }: { store: Store; site: LiveSite }): Route[] => [
  {
    method: 'get',
    path: '/stats',
    summary: 'The corpus in numbers: years, chapters, institutions, sources, growth',
    access: 'public',
    caching: 'revision',
    allowCors: false,
    responses: { 200: { description: 'The figures, each with its table.', type: HTML_TYPE } },
    handle: async () => page(200, statsPage(site, await readStatistics(store.public))),
  },
]
