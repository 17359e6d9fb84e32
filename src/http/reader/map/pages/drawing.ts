import { scaleSqrt } from 'd3-scale'
import { html, type Html } from '#html.ts'
import { MAP_GRID_SIZE, type MapCell } from '#core/papers/map-grid.ts'
import type { Paper } from '#core/papers/paper.ts'
import { SCORE_MAX } from '#core/papers/score.ts'
import { mark, markShapes } from '#http/reader/plots/chapter-marks.ts'
import { coordinate } from '#http/reader/plots/drawing.ts'
import { groupedNumber } from '#core/numbers/grouped-number.ts'

const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]
/** Shades that the eye can still tell apart. */
const SHADES = 5

const grid = (): Html =>
  html`${TICKS.map((tick) => {
    const [x, y] = [coordinate(tick * 100), coordinate(100 - tick * 100)]
    return html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}" /><line class="grid" x1="${x}" x2="${x}" y1="0" y2="100%" /><text class="end" x="0" dx="-0.5em" y="${y}" dy="0.32em">${tick}</text><text class="middle" x="${x}" y="100%" dy="1.4em">${tick}</text>`
  })}<text class="end" x="100%" y="100%" dy="3em">Long-horizon score →</text><text x="0" dx="-2em" y="0" dy="-1em">↑ Enterprise score</text>`

const chartFrame = (role: 'img' | 'group', label: string, parts: Html): Html =>
  html`<svg class="plot chart" role="${role}" aria-label="${label}" width="100%">${markShapes()}${grid()}${parts}</svg>`

const scalePercent = (score: number | null): number => ((score ?? 0) / SCORE_MAX) * 100

/** Each paper as a link at its place. */
export const pointMap = (papers: readonly Paper[], label: string): Html =>
  chartFrame(
    'group',
    label,
    html`${papers.map(
      ({
        id,
        title,
        chapter,
        longHorizon,
        enterprise,
      }) => html`<a href="/papers/${id}" data-point="${id}"><title>${title}</title>${mark(chapter, coordinate(scalePercent(longHorizon)), coordinate(100 - scalePercent(enterprise)))}</a>
`,
    )}`,
  )

/** Rectangles of cells of one shade that lie side by side, row by row. */
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

/** Cells by shade; each shade stands for papers from-to a cell. Square roots, since densities differ by far. */
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

/** How many papers each part of the map holds, where single ones would hide each other. */
export const densityMap = (cells: readonly MapCell[], chapter: number | null, label: string): Html =>
  chartFrame(
    'img',
    label,
    html`<svg class="density chapter-${chapter ?? 'all'}" viewBox="0 0 ${MAP_GRID_SIZE} ${MAP_GRID_SIZE}" preserveAspectRatio="none" width="100%" height="100%">${groupByShade(
      cells,
    ).map(({ shade, cells: members }) => html`<path class="shade-${shade}" d="${shadePath(members)}" />`)}</svg>`,
  )

const range = (from: number, to: number): string =>
  from === to ? groupedNumber(from) : `${groupedNumber(from)} to ${groupedNumber(to)}`

/** What the shades stand for. */
export const shadeLegend = (cells: readonly MapCell[], chapter: number | null): Html =>
  html`<ul class="legend shades">${groupByShade(cells).map(
    ({ shade, from, to }) =>
      html`<li><svg class="mark" viewBox="0 0 14 14" aria-hidden="true"><rect class="chapter-${chapter ?? 'all'} shade-${shade}" width="14" height="14" /></svg>${range(from, to)}</li>`,
  )}<li class="quiet">papers in a square of 0.02 × 0.02</li></ul>`
