import { pluralize } from '#core/numbers/pluralize.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import { html, type Html } from '#html.ts'
import { MAP_GRID_SIZE, type MapCell, type MapRegion } from '#core/papers/map-grid.ts'
import type { Paper } from '#core/papers/paper.ts'
import { layout } from '#http/pages/layout.ts'
import { legendMark, type ChapterLabel } from '#http/reader/plots/chapter-marks.ts'
import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { figure, type FigureTable } from '#http/reader/plots/figure.ts'
import { densityMap, pointMap, shadeLegend } from './drawing.ts'
import { regionForm } from './region.ts'

type MapView = {
  houseName: string
  labelOf: ChapterLabel
  chapter: number | null
  /** Papers with both scores by chapter. */
  mapped: readonly { chapter: number | null; papers: number }[]
  /** All papers of the corpus. */
  papers: number
  cells: readonly MapCell[]
  /** Every paper of the map, where they are few enough to be drawn one by one. */
  points: readonly Paper[] | null
  /** Where a script finds the points, if they are not too many to be seen. */
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

const legend = ({ chapter: chosen, mapped, labelOf }: MapView): Html => {
  const papers = mapped.reduce((sum, row) => sum + row.papers, 0)
  const all = legendItem({ href: '/map', label: 'All', papers, isActive: chosen === null, shape: null })
  const each = mapped
    .toSorted((a, b) => (a.chapter ?? 9) - (b.chapter ?? 9))
    .map((row) =>
      row.chapter === null
        ? html`<li>${legendMark(null)}${labelOf(null)} <span class="quiet">${groupedNumber(row.papers)}</span></li>`
        : legendItem(chapterLegendItem({ chosen, labelOf }, row.chapter, row.papers)),
    )
  return html`<nav class="no-print" aria-label="Chapters on the map"><ul class="legend">${all}${each}</ul></nav>`
}

/** Fifths of both scales: a table that can be read. */
const TABLE_SIDE = 5
const CELLS_PER_STEP = MAP_GRID_SIZE / TABLE_SIDE

const rangeLabel = (index: number): string =>
  `${(index / TABLE_SIDE).toFixed(1)} to ${((index + 1) / TABLE_SIDE).toFixed(1)}`

const tableOf = (cells: readonly MapCell[]): FigureTable => {
  const fifths = Array.from({ length: TABLE_SIDE }, (_, index) => index)
  const sums = new Map<string, number>()
  for (const { x, y, papers } of cells) {
    const key = `${Math.floor(x / CELLS_PER_STEP)} ${Math.floor(y / CELLS_PER_STEP)}`
    sums.set(key, (sums.get(key) ?? 0) + papers)
  }
  return {
    columns: [
      { name: 'Enterprise \\ long-horizon', isNumber: false },
      ...fifths.map((index) => ({ name: rangeLabel(index), isNumber: true })),
    ],
    rows: fifths
      .toReversed()
      .map((y) => [rangeLabel(y), ...fifths.map((x) => groupedNumber(sums.get(`${x} ${y}`) ?? 0))]),
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

const mapDrawing = ({ points, cells, chapter, pointsUrl }: MapView, label: string): Html =>
  html`<div class="map" id="map"${pointsUrl !== null && html` data-points="${pointsUrl}"`}>${points === null ? densityMap(cells, chapter, label) : pointMap(points, label)}</div>
<div class="tip" id="tip" role="status">${points === null && shadeLegend(cells, chapter)}</div>`

/** The map: every paper by its two scores. */
export const mapPage = (view: MapView): Html => {
  const { houseName, labelOf, chapter, mapped, papers, cells, region, regionList } = view
  const title =
    chapter === null ? 'Papers by their two scores' : `Papers of chapter ${labelOf(chapter)} by their two scores`
  const all = chapter === null ? papers : (mapped.find((row) => row.chapter === chapter)?.papers ?? 0)
  const summary = summaryOf(cells, all)
  return layout({
    title: chapter === null ? 'Map' : `Map, chapter ${labelOf(chapter)}`,
    houseName,
    activePath: '/map',
    description: `Every paper of the corpus by its long-horizon and its enterprise score. ${summary}`,
    head: html`<link rel="modulepreload" href="${assetUrl('map-points.js')}" /><script type="module" src="${assetUrl('map.js')}"></script>`,
    body: html`<h1>Map</h1>
<p class="lead">Every paper by its long-horizon and enterprise scores.</p>
${legend(view)}
${figure({
  title,
  summary,
  drawing: cells.length === 0 ? null : mapDrawing(view, `${title}: ${summary}`),
  table: cells.length === 0 ? { columns: [], rows: [] } : tableOf(cells),
})}
<h2>List the papers of a region</h2>
<p class="quiet">Draw a rectangle on the map with the mouse, or give its bounds; scores go from 0 to 1.</p>
${regionForm(region, chapter, labelOf)}
${regionList}`,
  })
}
