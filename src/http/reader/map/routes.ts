import type { Context } from 'hono'
import { everyPaper } from '#core/search/paper-filter.ts'
import type { MapRegion } from '#core/papers/map-grid.ts'
import { SCORE_MAX } from '#core/papers/score.ts'
import type { Store } from '#ports/store/store.ts'
import type { Html } from '#html.ts'
import { HTML_TYPE, json, page, type Reply } from '#http/routing/reply.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { knownParameters, readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { chapterLabels, type ChapterLabel } from '#http/reader/plots/chapter-marks.ts'
import { mapInput, pointsInput, toRegion } from './input.ts'
import { mapPage } from './pages/map.ts'
import { regionList } from './pages/region.ts'
import { pointsResponse, presentPoints } from './present.ts'

type Ports = { store: Store; cursors: Cursors; houseName: string }

/** So many papers are drawn one by one into the page itself; more are shaded, and drawn by a script. */
const POINTS_IN_PAGE = 250
/** More than these would hide each other, however they are drawn. */
const POINTS_DRAWN = 20_000
const PAPERS_PER_PAGE = 25

const wholeMap = (chapter: number | null): MapRegion => ({
  chapter,
  longHorizon: [0, SCORE_MAX],
  enterprise: [0, SCORE_MAX],
})

/** The part of the address that names a region, as it was asked for. */
const regionUrl = (context: Context, cursor: string | null): string => {
  const { cursor: _, ...asked } = knownParameters(context, mapInput)
  const query = new URLSearchParams(cursor === null ? asked : { ...asked, cursor })
  return `/map?${query.toString()}#region`
}

const listRegion = async (
  { store, cursors }: Ports,
  context: Context,
  { region, cursor, labelOf }: { region: MapRegion; cursor: string | undefined; labelOf: ChapterLabel },
): Promise<Html> => {
  const question = `map ${JSON.stringify(region)}`
  const { papers, next } = await store.public.plots.region(region, cursors.read(question, cursor), PAPERS_PER_PAGE)
  return regionList({
    labelOf,
    region,
    papers,
    isFirstPage: cursor === undefined,
    firstUrl: regionUrl(context, null),
    nextUrl: next === null ? null : regionUrl(context, cursors.sign(question, next)),
  })
}

const showMap =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { plots, papers, chapters } = ports.store.public
    const asked = readQuery(context, mapInput)
    const { chapter } = asked
    const region = toRegion(asked)
    const labelOf = chapterLabels(await chapters.names())
    const regionList =
      region === null ? null : await listRegion(ports, context, { region, cursor: asked.cursor, labelOf })
    const cells = await plots.cells(chapter)
    const shown = cells.reduce((sum, cell) => sum + cell.papers, 0)
    const isDrawnOneByOne = shown <= POINTS_IN_PAGE
    const query = chapter === null ? '' : `?chapter=${chapter}`
    return page(
      200,
      mapPage({
        houseName: ports.houseName,
        labelOf,
        chapter,
        region,
        regionList,
        cells,
        mapped: await plots.mappedByChapter(),
        papers: await papers.countByAttributes(everyPaper),
        points: isDrawnOneByOne ? (await plots.region(wholeMap(chapter), null, POINTS_IN_PAGE)).papers : null,
        pointsUrl: isDrawnOneByOne || shown > POINTS_DRAWN ? null : `/map/points.json${query}`,
      }),
    )
  }

const listPoints =
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { chapter } = readQuery(context, pointsInput)
    return json(200, presentPoints(await store.public.plots.points(chapter, POINTS_DRAWN)))
  }

const publicPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const

export const mapRoutes = (ports: Ports): Route[] => [
  {
    ...publicPage,
    path: '/map',
    summary: 'Every paper by its long-horizon and its enterprise score; a region of them as a list',
    query: mapInput,
    responses: {
      200: { description: 'The map.', type: HTML_TYPE },
      400: { description: 'A parameter is out of range.', type: HTML_TYPE },
    },
    handle: showMap(ports),
  },
  {
    ...publicPage,
    path: '/map/points.json',
    summary: `The points of the map, at most ${POINTS_DRAWN} of them`,
    query: pointsInput,
    responses: {
      200: { description: 'Ids, scores and chapters, column by column.', schema: pointsResponse },
      400: { description: 'A parameter is out of range.', type: HTML_TYPE },
    },
    handle: listPoints(ports),
  },
]
