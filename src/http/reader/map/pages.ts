import { scaleSqrt } from 'd3-scale'
import { html, type Html, type Renderable, withFormulas } from '#html.ts'
import { MAP_GRID_SIZE, type MapCell, type MapPoint, type MapRegion } from '#core/papers/map-grid.ts'
import type { Paper } from '#core/papers/paper.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import { findScore, type ShownScores } from '#core/papers/shown-scores.ts'
import { SCORE_MAX, toUnit, type Millionths } from '#core/papers/score.ts'
import {
  mark,
  markShapes,
  coordinate,
  type ChapterLabel,
  legendMark,
  type Chart,
  figure,
  filesAt,
  type FigureTable,
} from '#http/reader/plots/figure.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import { chapterInText, type NamedChapter, chapterPlace } from '#core/papers/chapter.ts'
import { assetUrl, layout } from '#http/pages/layout.ts'
import type { LiveSite } from '#ports/site.ts'

const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]
/** As many shades as the eye can tell apart. */
const SHADES = 5

/** The names of the scores on the axes. */
export type Axes = { x: string; y: string }

export const axesOf = (scores: ShownScores): Axes => ({
  x: findScore(scores, 'longHorizon')?.name ?? '',
  y: findScore(scores, 'enterprise')?.name ?? '',
})

const grid = ({ x: across, y: up }: Axes): Html =>
  html`${TICKS.map((tick) => {
    const [x, y] = [coordinate(tick * 100), coordinate(100 - tick * 100)]
    return html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}" /><line class="grid" x1="${x}" x2="${x}" y1="0" y2="100%" /><text class="end" x="0" dx="-0.5em" y="${y}" dy="0.32em">${tick}</text><text class="middle" x="${x}" y="100%" dy="1.4em">${tick}</text>`
  })}<text class="end" x="100%" y="100%" dy="3em">${across} →</text><text x="0" dx="-2em" y="0" dy="-1em">↑ ${up}</text>`

const framed = (axes: Axes, parts: Renderable): Html => html`${markShapes()}${grid(axes)}${parts}`

type Frame = { role: 'img' | 'group'; label: string; axes: Axes }

const chartFrame = ({ role, label, axes }: Frame, parts: Html): Html =>
  html`<svg class="plot chart" role="${role}" aria-label="${label}" width="100%">${framed(axes, parts)}</svg>`

const scalePercent = (score: number | null): number => ((score ?? 0) / SCORE_MAX) * 100

type Placed = Pick<MapPoint, 'chapter'> & { longHorizon: Millionths | null; enterprise: Millionths | null }

const pointMark = ({ chapter, longHorizon, enterprise }: Placed): Html =>
  mark(chapter, coordinate(scalePercent(longHorizon)), coordinate(100 - scalePercent(enterprise)))

/** Each paper as a link at its position. */
const pointMap = (papers: readonly Paper[], { label, axes }: Omit<Frame, 'role'>): Html =>
  chartFrame(
    { role: 'group', label, axes },
    html`${papers.map(
      (paper) =>
        html`<a href="/papers/${paper.id}" data-point="${paper.id}"><title>${plainMathematics(paper.title)}</title>${pointMark(paper)}</a>
`,
    )}`,
  )

/** Adjacent cells of one shade joined into rectangles, row by row. */
const shadePath = (cells: readonly MapCell[]): string => {
  let d = ''
  let last: { x: number; y: number; width: number } | null = null
  const close = (): void => {
    if (last !== null) d += `M${last.x} ${MAP_GRID_SIZE - 1 - last.y}h${last.width}v1h-${last.width}z`
  }
  for (const { x, y } of cells.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    if (last !== null && last.y === y && last.x + last.width === x) {
      last.width += 1
      continue
    }
    close()
    last = { x, y, width: 1 }
  }
  close()
  return d
}

type Shade = { shade: number; from: number; to: number; cells: MapCell[] }

/** Cells by shade, with the range of papers that a shade stands for. On a square-root scale, since densities differ widely. */
const groupByShade = (cells: readonly MapCell[]): Shade[] => {
  const most = Math.max(...cells.map(({ papers }) => papers))
  const scale = scaleSqrt([0, most], [0, SHADES])
  const shadeOf = ({ papers }: MapCell): number => Math.max(1, Math.ceil(scale(papers)))
  return [...Map.groupBy(cells, shadeOf)]
    .map(([shade, members]) => {
      const counts = members.map(({ papers }) => papers)
      return { shade, from: Math.min(...counts), to: Math.max(...counts), cells: members }
    })
    .toSorted((a, b) => a.shade - b.shade)
}

const densityShades = (cells: readonly MapCell[], chapter: number | null): Html =>
  html`<svg class="density chapter-${chapter ?? 'all'}" viewBox="0 0 ${MAP_GRID_SIZE} ${MAP_GRID_SIZE}" preserveAspectRatio="none" width="100%" height="100%">${groupByShade(
    cells,
  ).map(({ shade, cells: members }) => html`<path class="shade-${shade}" d="${shadePath(members)}" />`)}</svg>`

/** The density of papers, for maps on which single points would hide each other. */
const densityMap = ({ cells, chapter }: Pick<MapView, 'cells' | 'chapter'>, at: Omit<Frame, 'role'>): Html =>
  chartFrame({ role: 'img', ...at }, densityShades(cells, chapter))

const range = (from: number, to: number): string =>
  from === to ? groupedNumber(from) : `${groupedNumber(from)} to ${groupedNumber(to)}`

const shadeLegend = (cells: readonly MapCell[], chapter: number | null): Html =>
  html`<ul class="legend shades">${groupByShade(cells).map(
    ({ shade, from, to }) =>
      html`<li><svg class="mark" viewBox="0 0 14 14" aria-hidden="true"><rect class="chapter-${chapter ?? 'all'} shade-${shade}" width="14" height="14" /></svg>${range(from, to)}</li>`,
  )}<li class="quiet">papers in a square of 0.02 × 0.02</li></ul>`

const AUTHORS_SHOWN = 3

const numberField = (name: string, label: string, value: Millionths | null): Html =>
  html`<p><label for="${name}">${label}</label><input type="number" id="${name}" name="${name}" min="0" max="1" step="any" inputmode="decimal" value="${value === null ? '' : toUnit(value)}" /></p>`

/** A form with the four bounds of a region. */
const regionForm = ({ region, chapter, chapters, labelOf, axes }: MapView): Html => {
  const [lh, e] = [region?.longHorizon ?? [null, null], region?.enterprise ?? [null, null]]
  return html`<form class="region no-print" action="/map#region" method="get">
<fieldset><legend>${axes.x}</legend>${numberField('lh_min', 'from', lh[0])}${numberField('lh_max', 'to', lh[1])}</fieldset>
<fieldset><legend>${axes.y}</legend>${numberField('e_min', 'from', e[0])}${numberField('e_max', 'to', e[1])}</fieldset>
${
  chapters.length > 0 &&
  html`<p><label for="chapter">Chapter</label><select id="chapter" name="chapter"><option value="">all</option>${chapters.map(
    ({ number }) => html`<option value="${number}"${number === chapter && html` selected`}>${labelOf(number)}</option>`,
  )}</select></p>`
}
<p><button type="submit">List these papers</button></p>
</form>`
}

const authorsOf = ({ authors }: Paper): string => {
  const more = authors.length - AUTHORS_SHOWN
  return `${authors.slice(0, AUTHORS_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const score = (value: Millionths | null): string => toUnit(value ?? 0).toFixed(2)

const entry =
  ({ labelOf, axes }: RegionPage) =>
  (paper: Paper): Html =>
    html`<li><a href="/papers/${paper.id}" data-entry dir="auto">${withFormulas(paper.title)}</a>
<p class="quiet"><bdi>${authorsOf(paper)}</bdi>, ${paper.year} · ${labelOf(paper.chapter)} · <bdi>${axes.x}</bdi> ${score(paper.longHorizon)} · <bdi>${axes.y}</bdi> ${score(paper.enterprise)}</p></li>
`

const rangeText = ([from, to]: [Millionths, Millionths]): string => `${toUnit(from)} to ${toUnit(to)}`

const regionText = ({ region, labelOf, axes }: RegionPage): string => {
  const { longHorizon, enterprise, chapter } = region
  const where = `${axes.x} ${rangeText(longHorizon)}, ${axes.y} ${rangeText(enterprise)}`
  return chapter === null ? where : `${where}, ${chapterInText(labelOf(chapter))}`
}

type RegionPage = {
  labelOf: ChapterLabel
  axes: Axes
  region: MapRegion
  papers: readonly Paper[]
  isFirstPage: boolean
  firstUrl: string
  nextUrl: string | null
}

/** A page of the papers in a region. */
export const regionList = (view: RegionPage): Html => {
  const { axes, papers, isFirstPage, firstUrl, nextUrl } = view
  return html`<section id="region" aria-labelledby="region-title">
<h2 id="region-title">Papers in this region</h2>
<p class="quiet">${regionText(view)}; highest <bdi>${axes.x}</bdi> first.</p>
${
  papers.length === 0
    ? html`<p>${isFirstPage ? 'No paper lies here. Draw a larger region, or leave a bound empty.' : 'There are no further papers.'}</p>`
    : html`<ol class="entries">${papers.map(entry(view))}</ol>`
}
<nav class="pages" aria-label="Pages of this region">${!isFirstPage && html`<a href="${firstUrl}">Back to the first</a>`}${nextUrl !== null && html`<a rel="next" href="${nextUrl}">Next papers</a>`}</nav>
</section>`
}

type MapView = {
  site: LiveSite
  axes: Axes
  labelOf: ChapterLabel
  chapter: number | null
  /** The chapters of the library, in the order shown. */
  chapters: readonly NamedChapter[]
  /** Papers with both scores by chapter. */
  mapped: readonly { chapter: number | null; papers: number }[]
  /** All papers of the corpus. */
  papers: number
  cells: readonly MapCell[]
  /** Every paper of the map, if few enough to be drawn one by one. */
  points: readonly Paper[] | null
  /** Whether papers of the library cite others of it. */
  hasCitations: boolean
  /** Where a script fetches the points, unless there are too many to be seen. */
  pointsUrl: string | null
  region: MapRegion | null
  regionList: Html | null
}

type LegendItem = { href: string; label: string; papers: number; isActive: boolean; shape: Html | null }

const legendItem = ({ href, label, papers, isActive, shape }: LegendItem): Html =>
  html`<li><a href="${href}"${isActive && html` aria-current="true"`}>${shape}${label}</a> <span class="quiet">${groupedNumber(papers)}</span></li>`

const chapterLegendItem = (
  { chosen, labelOf }: { chosen: number | null; labelOf: ChapterLabel },
  chapter: number,
  papers: number,
): LegendItem => ({
  href: `/map?chapter=${chapter}`,
  label: labelOf(chapter),
  papers,
  isActive: chapter === chosen,
  shape: legendMark(chapter),
})

const legend = ({ chapter: chosen, chapters, mapped, labelOf }: MapView): Html => {
  const papers = mapped.reduce((sum, row) => sum + row.papers, 0)
  const all = legendItem({ href: '/map', label: 'All', papers, isActive: chosen === null, shape: null })
  const each = mapped
    .toSorted((a, b) => chapterPlace(chapters, a.chapter) - chapterPlace(chapters, b.chapter))
    .map((row) =>
      row.chapter === null
        ? html`<li>${legendMark(null)}${labelOf(null)} <span class="quiet">${groupedNumber(row.papers)}</span></li>`
        : legendItem(chapterLegendItem({ chosen, labelOf }, row.chapter, row.papers)),
    )
  return html`<nav class="no-print" aria-label="Chapters on the map"><ul class="legend">${all}${each}</ul></nav>`
}

/** The table divides both scales into fifths, to stay readable. */
const TABLE_SIDE = 5
const CELLS_PER_STEP = MAP_GRID_SIZE / TABLE_SIDE

const rangeLabel = (index: number): string =>
  `${(index / TABLE_SIDE).toFixed(1)} to ${((index + 1) / TABLE_SIDE).toFixed(1)}`

const tableOf = (cells: readonly MapCell[], axes: Axes): FigureTable => {
  const fifths = Array.from({ length: TABLE_SIDE }, (_, index) => index)
  const sums = new Map<string, number>()
  for (const { x, y, papers } of cells) {
    const key = `${Math.floor(x / CELLS_PER_STEP)} ${Math.floor(y / CELLS_PER_STEP)}`
    sums.set(key, (sums.get(key) ?? 0) + papers)
  }
  return {
    columns: [
      { name: `${axes.y} \\ ${axes.x}`, isNumber: false },
      ...fifths.map((index) => ({ name: rangeLabel(index), isNumber: true })),
    ],
    rows: fifths.toReversed().map((y) => [rangeLabel(y), ...fifths.map((x) => sums.get(`${x} ${y}`) ?? 0)]),
  }
}

const summaryOf = (cells: readonly MapCell[], all: number): string => {
  const shown = cells.reduce((sum, { papers }) => sum + papers, 0)
  const high = cells
    .filter(({ x, y }) => x >= MAP_GRID_SIZE / 2 && y >= MAP_GRID_SIZE / 2)
    .reduce((sum, { papers }) => sum + papers, 0)
  const lacking = all - shown
  const rest =
    lacking > 0
      ? ` ${pluralize(lacking, 'paper', 'papers')} of the corpus ${lacking === 1 ? 'lacks' : 'lack'} one of the scores.`
      : ''
  return `${pluralize(shown, 'paper', 'papers')}; ${groupedNumber(high)} of them ${high === 1 ? 'has' : 'have'} at least 0.5 in both scores.${rest}`
}

const mapDrawing = ({ axes, points, cells, chapter, pointsUrl }: MapView, label: string): Html =>
  html`<div class="tip" id="tip" role="status">${points === null && shadeLegend(cells, chapter)}</div>
<div class="map" id="map"${pointsUrl !== null && html` data-points="${pointsUrl}"`}>${points === null ? densityMap({ cells, chapter }, { label, axes }) : pointMap(points, { label, axes })}</div>`

type MapNumbers = Pick<MapView, 'axes' | 'labelOf' | 'chapter' | 'mapped' | 'papers' | 'cells'>

/** The map with the coarse table that its page has. */
const mapChart = ({ axes, labelOf, chapter, mapped, papers, cells }: MapNumbers): Chart => {
  const all = chapter === null ? papers : (mapped.find((row) => row.chapter === chapter)?.papers ?? 0)
  return {
    title:
      chapter === null
        ? 'Papers by their two scores'
        : `Papers of ${chapterInText(labelOf(chapter))} by their two scores`,
    summary: summaryOf(cells, all),
    picture: null,
    table: cells.length === 0 ? { columns: [], rows: [] } : tableOf(cells, axes),
  }
}

/** With more points than these, a file shows shades. */
const MAX_POINTS_IN_FILE = 2_000

const numbered = (name: string) => ({ name, isNumber: true })
const pointColumns = ({ x, y }: Axes) => [{ name: 'Paper', isNumber: false }, ...['Chapter', x, y].map(numbered)]
const cellColumns = ({ x, y }: Axes) => [`${x} from`, `${y} from`, 'Papers'].map(numbered)

const legendOf = (mapped: MapView['mapped'], labelOf: ChapterLabel): Chart['legend'] =>
  mapped
    .toSorted((a, b) => (a.chapter ?? 9) - (b.chapter ?? 9))
    .map((row) => ({ chapter: row.chapter, label: `${labelOf(row.chapter)}: ${groupedNumber(row.papers)}` }))

/** The map as its files have it. @param points every paper of the map, or null if there are too many to list */
export const mapFile = (numbers: MapNumbers, points: readonly MapPoint[] | null): Chart => {
  const { axes, chapter, cells, mapped, labelOf } = numbers
  const isDrawnOneByOne = points !== null && points.length <= MAX_POINTS_IN_FILE
  return {
    ...mapChart(numbers),
    ...(isDrawnOneByOne && chapter === null ? { legend: legendOf(mapped, labelOf) } : {}),
    picture:
      cells.length === 0
        ? null
        : { kind: 'map', parts: framed(axes, isDrawnOneByOne ? points.map(pointMark) : densityShades(cells, chapter)) },
    table:
      points === null
        ? {
            columns: cellColumns(axes),
            rows: cells.map(({ x, y, papers }) => [x / MAP_GRID_SIZE, y / MAP_GRID_SIZE, papers]),
          }
        : {
            columns: pointColumns(axes),
            rows: points.map(({ id, chapter, longHorizon, enterprise }) => [
              id,
              chapter ?? '',
              toUnit(longHorizon),
              toUnit(enterprise),
            ]),
          },
  }
}

/** The map: every paper by its two scores. */
export const mapPage = (view: MapView): Html => {
  const { site, labelOf, chapter, cells, regionList } = view
  const chart = mapChart(view)
  const { title, summary } = chart
  return layout({
    title: chapter === null ? 'Map' : `Map, ${chapterInText(labelOf(chapter))}`,
    site,
    activePath: '/map',
    description: `Every paper of the corpus by ${view.axes.x} and ${view.axes.y}. ${summary}`,
    head: html`<link rel="modulepreload" href="${assetUrl('map-points.js')}" /><script type="module" src="${assetUrl('map.js')}"></script>`,
    body: html`<h1>Map</h1>
${view.chapters.length > 0 && legend(view)}
${figure(
  chart,
  filesAt('/map', chapter === null ? '' : `?chapter=${chapter}`),
  cells.length === 0 ? null : mapDrawing(view, `${title}: ${summary}`),
)}
${view.hasCitations && html`<p class="no-print"><a href="/map/citations">What builds on what: the map of citations</a></p>`}
<h2>List the papers of a region</h2>
<p class="quiet">Draw a rectangle on the map with the mouse, or give its bounds; scores go from 0 to 1.</p>
${regionForm(view)}
${regionList}`,
  })
}
