import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { severities } from '#core/editorial/gap.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import { explanationOf, renderKept } from '#http/reader/rendered-texts.ts'
import { gapsInput } from './input.ts'
import { countsOf, noSuchPage } from './list-pages.ts'
import { gapPage, gapsPage } from './pages/gaps.ts'
import { siteOf, type Ports } from './ports.ts'
import { slicePage } from './present.ts'

const GAPS_PER_PAGE = 20
const CONCEPTS_COVERED = 30

export const listGaps =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { store, houseName } = ports
    const { severity, page: number } = readQuery(context, gapsInput)
    const { related } = store.public
    const all = await related.gaps(null)
    const counts = countsOf(
      severities,
      all.map((gap) => gap.severity),
    )
    const wanted = severity === undefined ? all : all.filter((gap) => gap.severity === severity)
    const gaps = slicePage(wanted, number, GAPS_PER_PAGE)
    if (gaps === null) throw noSuchPage(number)
    const [coverage, chapters] = await Promise.all([
      related.conceptCoverage(CONCEPTS_COVERED),
      store.public.chapters.names(),
    ])
    const markupOf = await renderKept(ports, gaps.map(explanationOf))
    const pages = Math.ceil(wanted.length / GAPS_PER_PAGE)
    return page(
      200,
      gapsPage(houseName, {
        counts,
        severity: severity ?? null,
        page: number,
        pages,
        gaps,
        chapters,
        coverage,
        markupOf,
      }),
    )
  }

export const showGap =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const gap = await ports.store.public.related.gap(pathId(context))
    if (gap === null) throw new Failure('not_found', `There is no gap ${pathId(context)}.`)
    const markupOf = await renderKept(ports, [explanationOf(gap)])
    return page(200, gapPage(siteOf(ports), gap, markupOf))
  }
