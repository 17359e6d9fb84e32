import { z } from 'zod'
import type { MapRegion, MapPoint } from '#core/papers/map-grid.ts'
import { SCORE_MAX, toMillionths, type Millionths } from '#core/papers/score.ts'
import { checkedId, cursorParameter, knownParameters, readQuery } from '#http/input/query.ts'
import type { Context } from 'hono'
import { everyPaper } from '#core/search/paper-filter.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import type { Store } from '#ports/store/store.ts'
import type { Html } from '#html.ts'
import { HTML_TYPE, json, page, type Reply } from '#http/routing/reply.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import { pathOfForm, type Route } from '#http/routing/route.ts'
import { chapterLabels, type ChapterLabel } from '#http/reader/plots/figure.ts'
import { paperFailures } from '#http/reader/paper/public-paper.ts'
import { getPublicPaper } from '#queries/public-papers.ts'
import { type ChartPorts, chartRoutes } from '#http/reader/plots/files.ts'
import { MAX_IN_CITATION_MAP, citationChart, citationsPage } from './citations.ts'
import { axesOf, mapFile, mapPage, regionList } from './pages.ts'

const SCORE = /^(?:0?\.\d{1,6}|[01](?:\.\d{1,6})?)$/u

/** A form field that was left empty sets no bound. */
const bound = () =>
  z
    .string()
    .refine((text) => text === '' || (SCORE.test(text) && Number(text) <= 1), { error: 'must be a number from 0 to 1' })
    .transform((text): Millionths | null => (text === '' ? null : toMillionths(Number(text))))
    .optional()
    .transform((score) => score ?? null)
    .meta({ description: 'A score from 0 to 1, inclusive.', example: '0.8' })

const chapter = () =>
  z
    .string()
    .regex(/^[1-7]?$/u, { error: 'must be a whole number from 1 to 7' })
    .transform((text) => (text === '' ? null : Number(text)))
    .optional()
    .transform((number) => number ?? null)
    .meta({ description: 'Only papers of this chapter, 1 to 7.', example: '3' })

const mapInput = z.object({
  chapter: chapter(),
  lh_min: bound(),
  lh_max: bound(),
  e_min: bound(),
  e_max: bound(),
  cursor: cursorParameter(),
})

const pointsInput = z.strictObject({ chapter: chapter() })

const noParameters = z.object({})

const titleResponse = z.strictObject({ title: z.string() })

type MapQuery = z.infer<typeof mapInput>

/** Bounds given the wrong way round are swapped. */
const orderedRange = (least: Millionths | null, most: Millionths | null): [Millionths, Millionths] => {
  const [low, high] = [least ?? 0, most ?? SCORE_MAX]
  return low <= high ? [low, high] : [high, low]
}

/** The requested region; null if no bound was given. */
const toRegion = ({ chapter, lh_min, lh_max, e_min, e_max }: MapQuery): MapRegion | null =>
  [lh_min, lh_max, e_min, e_max].every((given) => given === null)
    ? null
    : { chapter, longHorizon: orderedRange(lh_min, lh_max), enterprise: orderedRange(e_min, e_max) }

/** Points in columns, which take half the space of rows; scores in thousandths. */
const pointsResponse = z.strictObject({
  id: z
    .array(z.union([z.int(), z.string()]))
    .meta({ description: 'The numbers of the ids: 12 stands for p12. An id with leading zeros is given in full.' }),
  lh: z.array(z.int()).meta({ description: 'The values of longHorizonScore, 0 to 1000.' }),
  e: z.array(z.int()).meta({ description: 'The values of enterpriseScore, 0 to 1000.' }),
  chapter: z.array(z.int()).meta({ description: 'Chapters; 0 for papers without one.' }),
})

const THOUSANDTH = 1_000

const presentPoints = (points: readonly MapPoint[]): z.infer<typeof pointsResponse> => ({
  id: points.map(({ id }) => (/^p0\d/u.test(id) ? id : Number(id.slice(1)))),
  lh: points.map(({ longHorizon }) => Math.round(longHorizon / THOUSANDTH)),
  e: points.map(({ enterprise }) => Math.round(enterprise / THOUSANDTH)),
  chapter: points.map(({ chapter }) => chapter ?? 0),
})

type Ports = ChartPorts & { store: Store; cursors: Cursors }

/** Up to this many papers are drawn in the page itself; more are shown as shades, and drawn by a script. */
const MAX_POINTS_IN_PAGE = 250
/** More points than this would only hide each other. */
const MAX_POINTS_DRAWN = 20_000
const PAPERS_PER_PAGE = 25

const wholeMap = (chapter: number | null): MapRegion => ({
  chapter,
  longHorizon: [0, SCORE_MAX],
  enterprise: [0, SCORE_MAX],
})

/** The address of a region, with the parameters of this request. */
const regionUrl = (context: Context, cursor: string | null): string => {
  const { cursor: _, ...parameters } = knownParameters(context, mapInput)
  const query = new URLSearchParams(cursor === null ? parameters : { ...parameters, cursor })
  return `/map?${query.toString()}#region`
}

const listRegion = async (
  { store, cursors, site }: Ports,
  context: Context,
  { region, cursor, labelOf }: { region: MapRegion; cursor: string | undefined; labelOf: ChapterLabel },
): Promise<Html> => {
  const question = `map ${JSON.stringify(region)}`
  const { papers, next } = await store.public.plots.region(region, cursors.read(question, cursor), PAPERS_PER_PAGE)
  return regionList({
    axes: axesOf(site.current().scores),
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
    const input = readQuery(context, mapInput)
    const { chapter } = input
    const region = toRegion(input)
    const names = await chapters.names()
    const labelOf = chapterLabels(names)
    const regionList =
      region === null ? null : await listRegion(ports, context, { region, cursor: input.cursor, labelOf })
    const cells = await plots.cells(chapter)
    const shown = cells.reduce((sum, cell) => sum + cell.papers, 0)
    const isDrawnOneByOne = shown <= MAX_POINTS_IN_PAGE
    const query = chapter === null ? '' : `?chapter=${chapter}`
    return page(
      200,
      mapPage({
        site: ports.site,
        axes: axesOf(ports.site.current().scores),
        labelOf,
        chapter,
        chapters: names,
        region,
        regionList,
        cells,
        mapped: await plots.mappedByChapter(),
        papers: await papers.countByAttributes(everyPaper),
        hasCitations: await ports.store.public.citations.hasCitedPapers(),
        points: isDrawnOneByOne ? (await plots.region(wholeMap(chapter), null, MAX_POINTS_IN_PAGE)).papers : null,
        pointsUrl: isDrawnOneByOne || shown > MAX_POINTS_DRAWN ? null : `/map/points.json${query}`,
      }),
    )
  }

const listPoints =
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { chapter } = readQuery(context, pointsInput)
    return json(200, presentPoints(await store.public.plots.points(chapter, MAX_POINTS_DRAWN)))
  }

const readMapFile =
  ({ store, site }: Ports) =>
  async (context: Context) => {
    const { chapter } = readQuery(context, pointsInput)
    const { plots, papers, chapters } = store.public
    const cells = await plots.cells(chapter)
    const areListed = cells.reduce((sum, cell) => sum + cell.papers, 0) <= MAX_POINTS_DRAWN
    const numbers = {
      axes: axesOf(site.current().scores),
      labelOf: chapterLabels(await chapters.names()),
      chapter,
      cells,
      mapped: await plots.mappedByChapter(),
      papers: await papers.countByAttributes(everyPaper),
    }
    const points = areListed ? await plots.points(chapter, MAX_POINTS_DRAWN) : null
    return { chart: mapFile(numbers, points), page: chapter === null ? '/map' : `/map?chapter=${chapter}` }
  }

const showTitle =
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const id = checkedId(context.req.param('id') ?? '').replace(/\.json$/u, '')
    const { title } = await getPublicPaper(store.public.papers, id)
    return json(200, { title: plainMathematics(title) })
  }

const readCitations = async ({ store }: Ports) => {
  const { citations, chapters } = store.public
  const names = await chapters.names()
  return { map: await citations.map(MAX_IN_CITATION_MAP), chapters: names, labelOf: chapterLabels(names) }
}

const publicPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const

export const mapRoutes = (ports: Ports): Route[] => [
  {
    ...publicPage,
    path: '/map',
    summary: 'Every paper by its two scores; the papers of a region as a list',
    query: mapInput,
    responses: {
      200: { description: 'The map.', type: HTML_TYPE },
    },
    handle: showMap(ports),
  },
  ...chartRoutes(ports, {
    path: '/map',
    summary: 'Every paper by its two scores',
    query: pointsInput,
    read: readMapFile(ports),
  }),
  {
    ...publicPage,
    path: '/map/citations',
    summary: 'Which papers of the library build on which, by year',
    query: noParameters,
    responses: { 200: { description: 'The map of citations.', type: HTML_TYPE } },
    handle: async (context) => {
      readQuery(context, noParameters)
      return page(200, citationsPage({ site: ports.site, ...(await readCitations(ports)) }))
    },
  },
  ...chartRoutes(ports, {
    path: '/map/citations',
    summary: 'Which papers of the library build on which, by year',
    query: noParameters,
    read: async (context) => {
      readQuery(context, noParameters)
      return { chart: citationChart(await readCitations(ports)), page: '/map/citations' }
    },
  }),
  {
    ...publicPage,
    path: '/map/points.json',
    summary: `The points of the map, at most ${MAX_POINTS_DRAWN} of them`,
    query: pointsInput,
    responses: {
      200: { description: 'Ids, scores and chapters, column by column.', schema: pointsResponse },
    },
    handle: listPoints(ports),
  },
  {
    ...publicPage,
    path: pathOfForm('/map/titles/:id', 'json'),
    summary: 'The title of one paper as plain text, for the map',
    responses: {
      200: { description: 'The title, with formulas in signs of Unicode.', schema: titleResponse },
      ...paperFailures,
    },
    handle: showTitle(ports),
  },
]
