import { html, type Html } from '#html.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import { chapterPlace, type NamedChapter } from '#core/papers/chapter.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import { layout } from '#http/pages/layout.ts'
import {
  type Cell,
  type Chart,
  type ChapterLabel,
  coordinate,
  figure,
  filesAt,
  legendMark,
  mark,
  markShapes,
} from '#http/reader/plots/figure.ts'
import type { LiveSite } from '#ports/site.ts'
import type { CitationMap, MappedPaper } from '#ports/store/citations.ts'

/** More papers than these would only hide each other's arrows. */
export const MAX_IN_CITATION_MAP = 60

/** In em: the year above a column, a row of it, and what is left below. */
const HEAD = 3
const ROW = 2
const FOOT = 1
/** Columns of more rows are made wider instead. */
const MAX_ROWS = 15
const MAX_YEAR_LABELS = 6
/** The part of a column in which its papers lie. */
const FILLED = 0.7
const LAST_TENTH = 90

type Numbers = { map: CitationMap; chapters: readonly NamedChapter[]; labelOf: ChapterLabel }

/** A paper with its number and where it lies: across in percent, down in em. */
type Point = { paper: MappedPaper; number: number; x: number; y: number }
type Placed = { points: Point[]; years: { year: number; x: number }[]; height: number }

/** A column for each year with papers, in which neighbours do not stand in one line, so that arrows between them are seen. */
const place = ({ papers }: CitationMap): Placed => {
  const numbered = papers.map((paper, index) => ({ paper, number: index + 1 }))
  const columns = [...Map.groupBy(numbered, ({ paper }) => paper.year)].toSorted(([a], [b]) => a - b)
  const width = 100 / columns.length
  const points = columns.flatMap(([, members], column) => {
    const across = Math.max(2, Math.ceil(members.length / MAX_ROWS) + 1)
    return members.map((member, index) => {
      const aside = members.length === 1 ? 0 : (index % across) / (across - 1) - 0.5
      return {
        ...member,
        x: width * (column + 0.5 + aside * FILLED),
        y: HEAD + (Math.floor(index / (across - 1)) + (column % 2) / 2) * ROW,
      }
    })
  })
  const every = Math.ceil(columns.length / MAX_YEAR_LABELS)
  return {
    points,
    years: columns.flatMap(([year], column) => (column % every === 0 ? [{ year, x: width * (column + 0.5) }] : [])),
    height: Math.max(HEAD, ...points.map(({ y }) => y)) + FOOT,
  }
}

const em = (length: number): string => `${length.toFixed(1)}em`

/** Its colour is that of the text around it. */
const arrowHead = html`<defs><marker id="cites" viewBox="0 0 10 10" refX="19" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z" fill="currentColor" fill-opacity="0.6" /></marker></defs>`

const arrows = ({ edges }: CitationMap, points: readonly Point[]): Html => {
  const byId = new Map(points.map((point) => [point.paper.id, point]))
  return html`${edges.map(({ from, to }) => {
    const [a, b] = [byId.get(from), byId.get(to)]
    return (
      a !== undefined &&
      b !== undefined &&
      html`<line x1="${coordinate(a.x)}" y1="${em(a.y)}" x2="${coordinate(b.x)}" y2="${em(b.y)}" stroke="currentColor" stroke-opacity="0.35" marker-end="url(#cites)" />
`
    )
  })}`
}

/** The number stands beside its paper, at the right edge before it. */
const pointOf = ({ paper, number, x, y }: Point): Html =>
  html`${mark(paper.chapter, coordinate(x), em(y))}<text${x > LAST_TENTH && html` class="end"`} x="${coordinate(x)}" dx="${x > LAST_TENTH ? '-0.7em' : '0.7em'}" y="${em(y)}" dy="-0.3em">${number}</text>`

/** @param shown how a paper is drawn: pages make it a link */
const parts = (map: CitationMap, { points, years }: Placed, shown: (point: Point) => Html): Html =>
  html`${markShapes()}${arrowHead}${years.map(({ year, x }) => html`<text class="middle" x="${coordinate(x)}" y="1em">${year}</text>`)}${arrows(map, points)}${points.map(shown)}`

const EMPTY = 'No paper of the library cites another one yet.'

const summaryOf = ({ papers, edges }: CitationMap): string => {
  const years = papers.map(({ year }) => year)
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const when = first === last ? `of ${first}` : `from ${first} to ${last}`
  return papers.length === 0
    ? EMPTY
    : `${pluralize(papers.length, 'paper', 'papers')} ${when}, the most cited here first, and ${pluralize(edges.length, 'citation', 'citations')} between them. An arrow leads from a paper to one that it cites.`
}

/** The papers that a paper cites, as their ids and as their numbers. */
const buildsOn = ({ edges }: CitationMap, id: string, numberOf: ReadonlyMap<string, number>): Cell => {
  const cited = edges
    .flatMap(({ from, to }) => (from === id ? [{ to, number: numberOf.get(to) ?? 0 }] : []))
    .toSorted((a, b) => a.number - b.number)
  return { value: cited.map(({ to }) => to).join(' '), text: cited.map(({ number }) => number).join(', ') }
}

const byChapter = ({ map: { papers }, chapters }: Numbers) =>
  [...Map.groupBy(papers, ({ chapter }) => chapter)].toSorted(
    ([a], [b]) => chapterPlace(chapters, a) - chapterPlace(chapters, b),
  )

/** The papers that are cited most, by year, with arrows between them. */
export const citationChart = (numbers: Numbers): Chart => {
  const { map, labelOf } = numbers
  const placed = place(map)
  const numberOf = new Map(map.papers.map(({ id }, index) => [id, index + 1]))
  return {
    title: 'What builds on what',
    summary: summaryOf(map),
    picture:
      map.papers.length === 0 ? null : { kind: 'bars', height: placed.height, parts: parts(map, placed, pointOf) },
    legend: byChapter(numbers).map(([chapter, { length }]) => ({
      chapter,
      label: `${labelOf(chapter)}: ${groupedNumber(length)}`,
    })),
    table: {
      columns: [
        { name: 'No', isNumber: true },
        { name: 'Paper', isNumber: false },
        { name: 'Year', isNumber: true },
        { name: 'Cited here', isNumber: true },
        { name: 'Builds on', isNumber: false },
      ],
      rows: map.papers.map(({ id, title, year, citations }, index) => [
        index + 1,
        { value: id, text: plainMathematics(title), href: `/papers/${id}` },
        String(year),
        citations,
        buildsOn(map, id, numberOf),
      ]),
    },
  }
}

const linkedPoint = (point: Point): Html =>
  html`<a href="/papers/${point.paper.id}"><title>${`${point.number} ${plainMathematics(point.paper.title)}`}</title>${pointOf(point)}</a>
`

/** Each paper as a link at its position. */
const linkedDrawing = ({ map }: Numbers, label: string): Html => {
  const placed = place(map)
  return html`<svg class="plot bars" role="group" aria-label="${label}" width="100%" height="${em(placed.height)}">${parts(map, placed, linkedPoint)}</svg>`
}

const legend = (numbers: Numbers): Html =>
  html`<ul class="legend">${byChapter(numbers).map(
    ([chapter, { length }]) =>
      html`<li>${legendMark(chapter)}${numbers.labelOf(chapter)} <span class="quiet">${groupedNumber(length)}</span></li>`,
  )}</ul>`

export const citationsPage = (view: Numbers & { site: LiveSite }): Html => {
  const { site, map, chapters } = view
  const chart = citationChart(view)
  const isEmpty = map.papers.length === 0
  return layout({
    title: chart.title,
    site,
    activePath: '/map',
    description: `Which papers of the library cite which others, by year. ${chart.summary}`,
    body: html`<h1>${chart.title}</h1>
${!isEmpty && chapters.length > 0 && legend(view)}
${figure(chart, filesAt('/map/citations'), isEmpty ? null : linkedDrawing(view, `${chart.title}: ${chart.summary}`))}
<p class="no-print"><a href="/map">The map of all papers</a>${!isEmpty && html` · <a href="/papers?sort=cited">All papers, most cited here first</a>`}</p>`,
  })
}
