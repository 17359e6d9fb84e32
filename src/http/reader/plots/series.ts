import { scaleLinear, scaleBand } from 'd3-scale'
import { html, type Html } from '#html.ts'
import {
  axisLabel,
  type Chart,
  coordinate,
  curve,
  dot,
  drawing,
  gridLine,
  hoverTarget,
  type Picture,
  stretchedBox,
} from './figure.ts'
import { findingOf } from './findings.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import { line, area } from 'd3-shape'
import { percent } from '#http/reader/phrases.ts'

/** Gaps are not filled in wider spans: one old book must not add a thousand empty years. */
const FILLED_SPAN = 120

/** Rows in order of year, with the years between them filled in. */
const fillYears = <Row extends { year: number }>(rows: readonly Row[], none: (year: number) => Row): Row[] => {
  const sorted = rows.toSorted((a, b) => a.year - b.year)
  const first = sorted[0]?.year ?? 0
  const span = (sorted.at(-1)?.year ?? 0) - first
  if (sorted.length === 0 || span > FILLED_SPAN) return sorted
  const known = new Map(sorted.map((row) => [row.year, row]))
  return Array.from({ length: span + 1 }, (_, index) => known.get(first + index) ?? none(first + index))
}

/** `in 2025`, or `from 2019 to 2025`. */
const yearRangeText = (rows: readonly { year: number }[]): string => {
  const [first, last] = [rows[0]?.year, rows.at(-1)?.year]
  return first === last ? `in ${first}` : `from ${first} to ${last}`
}

/** The edges half-way to the neighbours, so that every position belongs to a year. */
const hoverRange = (places: readonly number[], index: number): [number, number] => {
  const at = places[index] ?? 0
  const before = places[index - 1]
  const after = places[index + 1]
  return [before === undefined ? 0 : (before + at) / 2, after === undefined ? 100 : (at + after) / 2]
}

/** `href`: the list of these papers, which the table links to. */
type BarRow = { name: string; papers: number; href?: string }

/** Height of a row: its name above its bar. */
const ROW_EM = 2.6
const MAX_NAME_LENGTH = 42
/** Leaves room for the number after the longest bar. */
const MAX_BAR_WIDTH = 86

const truncate = (name: string): string => {
  const letters = Array.from(name)
  return letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : name
}

/** Names with their papers as horizontal bars, in the order given. */
export const bars = (
  rows: readonly BarRow[],
  { column, ...words }: { title: string; finding: string; summary: string; column: string },
): Chart => {
  const width = scaleLinear([0, Math.max(1, ...rows.map(({ papers }) => papers))], [0, MAX_BAR_WIDTH])
  const drawn = rows.map(({ name, papers }, index) => {
    const top = index * ROW_EM
    return html`<text x="0" y="${(top + 1).toFixed(1)}em">${truncate(name)}</text><rect class="bar" x="0" y="${(top + 1.3).toFixed(1)}em" width="${coordinate(width(papers))}" height="0.7em" /><text x="${coordinate(width(papers))}" dx="0.5em" y="${(top + 1.95).toFixed(2)}em">${groupedNumber(papers)}</text>
`
  })
  return {
    ...words,
    picture: rows.length === 0 ? null : { kind: 'bars', height: rows.length * ROW_EM, parts: drawn },
    table: {
      columns: [
        { name: column, isNumber: false },
        { name: 'Papers', isNumber: true },
      ],
      rows: rows.map(({ name, papers, href }) => [href === undefined ? name : { value: name, href }, papers]),
    },
  }
}

/** `month` as 2026-11. */
type MonthRow = { month: string; papers: number }

/** Twenty years; earlier months are only in the table. */
const MAX_MONTHS = 240
const MAX_LABELS = 4

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const monthText = (number: number): string => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`

/** The months up to the last one with papers, with empty ones filled in. */
const fillMonths = (rows: readonly MonthRow[]): MonthRow[] => {
  const known = new Map(rows.map(({ month, papers }) => [monthNumber(month), papers]))
  const last = Math.max(...known.keys())
  const first = Math.max(Math.min(...known.keys()), last - MAX_MONTHS + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    month: monthText(first + index),
    papers: known.get(first + index) ?? 0,
  }))
}

const drawMonthColumns = (rows: readonly MonthRow[]): Picture => {
  const x = scaleBand(
    rows.map(({ month }) => month),
    [0, 100],
  ).padding(rows.length > 60 ? 0 : 0.2)
  const y = scaleLinear([0, Math.max(...rows.map(({ papers }) => papers))], [100, 0]).nice(3)
  const every = Math.ceil(rows.length / MAX_LABELS)
  // So that a single month is not a column as wide as the page.
  const width = Math.min(x.bandwidth(), 12)
  const middle = (month: string): number => (x(month) ?? 0) + x.bandwidth() / 2
  const parts = [
    y
      .ticks(3)
      .filter(Number.isInteger)
      .map((papers) => gridLine(y(papers), groupedNumber(papers))),
    rows.map(
      ({ month, papers }) =>
        papers > 0 &&
        html`<rect class="bar" x="${coordinate(middle(month) - width / 2)}" width="${coordinate(width)}" y="${coordinate(y(papers))}" height="${coordinate(100 - y(papers))}" />`,
    ),
    rows.filter((_, index) => index % every === 0).map(({ month }) => axisLabel(middle(month), month)),
    rows.map(({ month, papers }) =>
      hoverTarget(
        middle(month) - x.step() / 2,
        middle(month) + x.step() / 2,
        `${month}: ${pluralize(papers, 'paper', 'papers')}`,
      ),
    ),
  ]
  return { kind: 'curve', parts }
}

/** Papers by month as columns. @param given months in order; those that are missing between them had none */
export const monthColumns = (
  given: readonly MonthRow[],
  words: { title: string; finding: string; summary: string },
): Chart => ({
  ...words,
  picture: given.length === 0 ? null : drawMonthColumns(fillMonths(given)),
  table: {
    columns: [
      { name: 'Month', isNumber: false },
      { name: 'Papers', isNumber: true },
    ],
    rows: given.map(({ month, papers }) => [month, papers]),
  },
})

type ShareRow = { year: number; share: number }

const MAX_HOVER_TARGETS = 60
/** Of shares in files. */
const SHARE_DIGITS = 6

const shareSummary = (rows: readonly ShareRow[]): string => {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return 'There are no papers yet.'
  const now = `${percent(last.share)} of the papers of ${last.year}`
  return first === last ? `${now}.` : `${now}, ${percent(first.share)} in ${first.year}.`
}

type SmallLine = { top: number; text: (value: number) => string }

const smallLine = (rows: readonly { year: number; value: number }[], { top, text }: SmallLine): Picture => {
  const [first, last] = [rows[0], rows.at(-1)]
  const only = first?.year === last?.year
  const x = only ? () => 50 : scaleLinear([first?.year ?? 0, last?.year ?? 0], [0, 100])
  // Rows without any value still have a scale.
  const y = scaleLinear([0, top > 0 ? top : 1], [100, 0]).clamp(true)
  const places = rows.map(({ year }) => x(year))
  const outline = line<(typeof rows)[number]>()
    .x(({ year }) => x(year))
    .y(({ value }) => y(value))
  const parts = [
    gridLine(0, text(top)),
    gridLine(100, '0'),
    first !== undefined && axisLabel(x(first.year), String(first.year)),
    last !== undefined && !only && axisLabel(x(last.year), String(last.year), 'end'),
    rows.length > 1 && stretchedBox(curve('line', outline([...rows]))),
    last !== undefined && dot(x(last.year), y(last.value)),
    rows.length <= MAX_HOVER_TARGETS &&
      rows.map(({ year, value }, index) => hoverTarget(...hoverRange(places, index), `${year}: ${text(value)}`)),
  ]
  return { kind: 'small', parts }
}

const fillShares = (given: readonly ShareRow[]): ShareRow[] => fillYears(given, (year) => ({ year, share: 0 }))

const drawShares = (rows: readonly ShareRow[], top: number): Picture =>
  smallLine(
    rows.map(({ year, share }) => ({ year, value: share })),
    { top, text: percent },
  )

/**
 * A share by year as a small line, without caption and table: for pages that list several and their numbers.
 * @param given shares of 0 to 1, years in any order; missing years between them count as zero
 * @param options `top` is the share at the upper edge, the same for all that are compared
 */
export const shareLine = (given: readonly ShareRow[], { title, top }: { title: string; top: number }): Html => {
  const rows = fillShares(given)
  return drawing(drawShares(rows, top), `${title}: ${shareSummary(rows)}`)
}

/**
 * A share by year, with its table.
 * @param given shares of 0 to 1, years in any order; missing years between them count as zero
 */
export const shareChart = (given: readonly ShareRow[], { title }: { title: string }): Chart => {
  const rows = fillShares(given)
  return {
    title,
    summary: shareSummary(rows),
    picture: rows.length === 0 ? null : drawShares(rows, Math.max(...rows.map(({ share }) => share))),
    table: {
      columns: [
        { name: 'Year', isNumber: false },
        { name: 'Share', isNumber: true },
      ],
      rows: rows.map(({ year, share }) => [
        String(year),
        { value: Number(share.toFixed(SHARE_DIGITS)), text: percent(share) },
      ]),
    },
  }
}

type YearRow = { year: number; papers: number }

/** With more years than these, dots would run into each other. */
const MAX_DOTS = 20

const yearSummary = (rows: readonly YearRow[]): string => {
  const all = rows.reduce((sum, { papers }) => sum + papers, 0)
  return all === 0 ? 'There are no papers yet.' : `${pluralize(all, 'paper', 'papers')} ${yearRangeText(rows)}.`
}

/**
 * Papers by year as a small line, without caption and table: for pages that list several.
 * @param given years in any order; missing years between them count as zero
 */
export const yearLine = (given: readonly YearRow[], { title }: { title: string }): Html => {
  const rows = fillYears(given, (year) => ({ year, papers: 0 }))
  const line = smallLine(
    rows.map(({ year, papers }) => ({ year, value: papers })),
    { top: Math.max(0, ...rows.map(({ papers }) => papers)), text: groupedNumber },
  )
  return drawing(line, `${title}: ${yearSummary(rows)}`)
}

/** What several curves share, so that they can be compared: their years, and the papers at the upper edge. */
export type YearAxes = { from: number; to: number; top: number }

const paperScale = (top: number) => scaleLinear([0, top], [100, 0]).nice(3)

/** Axes for all of these years. */
export const sharedAxes = (series: readonly (readonly YearRow[])[]): YearAxes => {
  const rows = series.flat()
  const years = rows.map(({ year }) => year)
  const most = Math.max(0, ...rows.map(({ papers }) => papers))
  return { from: Math.min(...years), to: Math.max(...years), top: paperScale(most).domain()[1] ?? most }
}

const drawYearCurve = (rows: readonly YearRow[], axes: YearAxes): Picture => {
  const { from: first, to: last, top } = axes
  const x = first === last ? () => 50 : scaleLinear([first, last], [0, 100])
  const y = paperScale(top)
  const years = first === last ? [first] : scaleLinear([first, last], [0, 100]).ticks(5).filter(Number.isInteger)
  const places = rows.map(({ year }) => x(year))
  const shape = area<YearRow>()
    .x(({ year }) => x(year))
    .y0(100)
    .y1(({ papers }) => y(papers))
  const outline = line<YearRow>()
    .x(({ year }) => x(year))
    .y(({ papers }) => y(papers))
  const parts = [
    y
      .ticks(3)
      .filter(Number.isInteger)
      .map((papers) => gridLine(y(papers), groupedNumber(papers))),
    years.map((year) => axisLabel(x(year), String(year))),
    rows.length > 1 && stretchedBox([curve('area', shape([...rows])), curve('line', outline([...rows]))]),
    rows.length <= MAX_DOTS && rows.map(({ year, papers }) => dot(x(year), y(papers))),
    rows.length <= MAX_HOVER_TARGETS &&
      rows.map(({ year, papers }, index) =>
        hoverTarget(...hoverRange(places, index), `${year}: ${pluralize(papers, 'paper', 'papers')}`),
      ),
  ]
  return { kind: 'curve', parts }
}

type YearCurveOptions = {
  title: string
  /** Whose papers, if not those of the whole library. */
  whose?: string
  /** By default those of these years alone. */
  axes?: YearAxes
}

/**
 * Papers by year as a curve, with its table.
 * @param given years in any order; missing years between them count as zero
 */
export const yearChart = (given: readonly YearRow[], { title, whose, axes }: YearCurveOptions): Chart => {
  const rows = fillYears(given, (year) => ({ year, papers: 0 }))
  const ends = axes === undefined ? [] : [axes.from, axes.to].filter((year) => !given.some((row) => row.year === year))
  const drawn = fillYears([...given, ...ends.map((year) => ({ year, papers: 0 }))], (year) => ({ year, papers: 0 }))
  const all = rows.reduce((sum, { papers }) => sum + papers, 0)
  const named = rows.map(({ year, papers }) => ({ name: String(year), papers }))
  return {
    title,
    ...(all === 0 ? {} : { finding: findingOf(named, all, { one: 'year', many: 'years', at: 'of', whose }) }),
    summary: yearSummary(rows),
    picture: all > 0 ? drawYearCurve(drawn, axes ?? sharedAxes([rows])) : null,
    table: {
      columns: [
        { name: 'Year', isNumber: false },
        { name: 'Papers', isNumber: true },
      ],
      rows: rows.map(({ year, papers }) => [String(year), papers]),
    },
  }
}
