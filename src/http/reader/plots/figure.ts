import { groupedNumber } from '#core/numbers.ts'
import { html, type Html, type Renderable } from '#html.ts'
import { symbol, symbolsFill, symbolTriangle } from 'd3-shape'
import { chapterLabel, chapters, type NamedChapter } from '#core/papers/chapter.ts'

/**
 * Drawings take the width of their container while their text keeps the size of the page's: positions are percentages, and
 * only curves are drawn in a box of 100 × 100 that is stretched (the strokes are not).
 */

const rounded = (value: number): string => String(Math.round(value * 100) / 100)

/** A position in a drawing, from 0 to 100. */
export const coordinate = (value: number): string => `${rounded(value)}%`

/** A curve in the stretched box; `d` holds coordinates of 0 to 100. */
export const curve = (kind: 'area' | 'line', d: string | null): Html =>
  html`<path class="${kind}" d="${(d ?? '').replaceAll(/\d+\.\d+/gu, (number) => rounded(Number(number)))}" />`

export const stretchedBox = (curves: Renderable): Html =>
  html`<svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">${curves}</svg>`

/** What is drawn. */
export type Picture = {
  kind: 'curve' | 'small' | 'bars' | 'map'
  parts: Renderable
  /** In em; set when the style sheet cannot know it. */
  height?: number
}

/** An image with its title as the text alternative. */
export const drawing = ({ kind, parts, height }: Picture, label: string): Html =>
  html`<svg class="plot ${kind}" role="img" width="100%"${height !== undefined && html` height="${height.toFixed(1)}em"`}><title>${label}</title>${parts}</svg>`

/** A horizontal grid line with its label. */
export const gridLine = (y: number, label: string): Html =>
  html`<line class="grid" x1="0" x2="100%" y1="${coordinate(y)}" y2="${coordinate(y)}" /><text class="end" x="0" dx="-0.5em" y="${coordinate(y)}" dy="0.32em">${label}</text>`

/** A label on the horizontal axis; `end` keeps the last one within the drawing. */
export const axisLabel = (x: number, label: string, anchor: 'middle' | 'end' = 'middle'): Html =>
  html`<text class="${anchor}" x="${coordinate(x)}" y="100%" dy="1.4em">${label}</text>`

export const dot = (x: number, y: number): Html =>
  html`<circle cx="${coordinate(x)}" cy="${coordinate(y)}" r="3" class="dot" />`

/** An invisible column that shows its value on hover. */
export const hoverTarget = (from: number, to: number, words: string): Html =>
  html`<rect class="hover-area" x="${coordinate(from)}" width="${coordinate(to - from)}" y="0" height="100%"><title>${words}</title></rect>`

type Column = { name: string; isNumber: boolean }

/** A value of a table, and how a page shows it if not as it is: as other words, or as a link. */
export type Cell = string | number | { value: string | number; text?: string; href?: string }

export type FigureTable = { columns: readonly Column[]; rows: readonly (readonly Cell[])[] }

/** A figure before it is drawn on a page. */
export type Chart = {
  /** What is shown: `Papers by year`. */
  title: string
  /** What the numbers say, as the heading; by default the title. */
  finding?: string
  /** Further figures in words. */
  summary: string
  /** Null when there is nothing to draw. */
  picture: Picture | null
  /** What the shapes in a file stand for; pages have links instead. */
  legend?: readonly { chapter: number | null; label: string }[]
  table: FigureTable
}

const shown = (cell: Cell): Renderable => {
  if (typeof cell === 'number') return groupedNumber(cell)
  if (typeof cell === 'string') return cell
  const words = cell.text ?? shown(cell.value)
  return cell.href === undefined ? words : html`<a href="${cell.href}">${words}</a>`
}

const cell = ({ isNumber }: Column, value: Cell, isHead: boolean): Html =>
  isHead
    ? html`<th scope="row">${shown(value)}</th>`
    : isNumber
      ? html`<td class="number">${shown(value)}</td>`
      : html`<td>${shown(value)}</td>`

const tableOf = ({ columns, rows }: FigureTable, title: string): Html => html`<table>
<caption>${title}</caption>
<thead><tr>${columns.map(({ name, isNumber }) =>
  isNumber ? html`<th scope="col" class="number">${name}</th>` : html`<th scope="col">${name}</th>`,
)}</tr></thead>
<tbody>${rows.map(
  (row) =>
    html`<tr>${columns.map((column, index) => cell(column, row[index] ?? '', index === 0))}</tr>
`,
)}</tbody></table>`

/** What a chart shows, in a sentence or two. */
const describeChart = ({ title, finding, summary }: Chart): string =>
  `${finding === undefined ? '' : `${finding}. `}${title}: ${summary}`

/** A chart as an image for pages. */
export const drawChart = (chart: Chart): Html | null =>
  chart.picture === null ? null : drawing(chart.picture, describeChart(chart))

/** The address of a file of a chart by its ending. */
export type FileAddress = (ending: 'svg' | 'csv') => string

/** Addresses of files next to that of a page or of a part of it. */
export const filesAt =
  (path: string, search = ''): FileAddress =>
  (ending) =>
    `${path}.${ending}${search}`

const fileLinks = (title: string, fileAt: FileAddress): Html =>
  html`<p class="files no-print">Download: <a href="${fileAt('svg')}" download aria-label="SVG: ${title}">SVG</a> · <a href="${fileAt('csv')}" download aria-label="CSV: ${title}">CSV</a></p>`

/**
 * The frame of every figure: what its numbers say or show, more of it in words, the drawing, its data as a table one click away,
 * and its files.
 * @param drawn the drawing, if the page makes it itself
 */
export const figure = (chart: Chart, fileAt: FileAddress, drawn = drawChart(chart)): Html => {
  const { title, finding, summary, table } = chart
  return html`<figure class="figure">
<figcaption><strong>${finding ?? title}</strong> ${finding !== undefined && `${title}: `}${summary}</figcaption>
${drawn}
${table.rows.length > 0 && html`<details><summary>As a table</summary><div class="scroll" tabindex="0" role="region" aria-label="${title}, as a table">${tableOf(table, title)}</div></details>`}
${table.rows.length > 0 && fileLinks(title, fileAt)}
</figure>`
}

const AREA = 46

/** Chapters differ by shape as well as by colour; papers without a chapter are small triangles. */
const shapeOf = (chapter: number | null): string => {
  const type = chapter === null ? symbolTriangle : (symbolsFill[chapter - 1] ?? symbolTriangle)
  return (symbol(type, chapter === null ? AREA / 2 : AREA)() ?? '').replaceAll(/\d+\.\d+/gu, (number) =>
    String(Math.round(Number(number) * 100) / 100),
  )
}

const markId = (chapter: number | null): string => `mark-${chapter ?? 0}`
const markClass = (chapter: number | null): string => `chapter-${chapter ?? 0}`

/** The shapes, defined once in a page and referenced by each paper. */
export const markShapes = (): Html =>
  html`<defs>${[null, ...chapters].map(
    (chapter) => html`<path id="${markId(chapter)}" class="${markClass(chapter)}" d="${shapeOf(chapter)}" />`,
  )}</defs>`

/** The shape of a chapter at a place in a drawing; `x` and `y` are lengths as SVG takes them. */
export const mark = (chapter: number | null, x: string, y: string): Html =>
  html`<use href="#${markId(chapter)}" x="${x}" y="${y}" />`

export const shape = (chapter: number | null): Html =>
  html`<path class="${markClass(chapter)}" d="${shapeOf(chapter)}" />`

/** A shape on its own, for a legend. */
export const legendMark = (chapter: number | null): Html =>
  html`<svg class="mark" viewBox="-7 -7 14 14" aria-hidden="true">${shape(chapter)}</svg>`

/** The label of a chapter in figures: `3 Memory`. */
export type ChapterLabel = (chapter: number | null) => string

/** Labels with the current names of the chapters. */
export const chapterLabels =
  (named: readonly NamedChapter[]): ChapterLabel =>
  (chapter) =>
    chapter === null ? 'No chapter' : chapterLabel(named, chapter)
