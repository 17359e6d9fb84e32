import { pluralize } from '#core/numbers/pluralize.ts'
import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import type { Html } from '#html.ts'
import { axisLabel, curve, dot, drawing, gridLine, stretchedBox, hoverTarget } from './drawing.ts'
import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { figure } from './figure.ts'
import { fillYears, hoverRange, yearRangeText } from './years.ts'

type YearRow = { year: number; papers: number }

/** With more years than these, dots would run into each other. */
const MAX_DOTS = 20
const MAX_HOVER_TARGETS = 60

const summaryOf = (rows: readonly YearRow[]): string => {
  const all = rows.reduce((sum, { papers }) => sum + papers, 0)
  const most = rows.toSorted((a, b) => b.papers - a.papers)[0]
  if (most === undefined || all === 0) return 'There are no papers yet.'
  const peak = rows.length === 1 ? '' : `, most in ${most.year} (${groupedNumber(most.papers)})`
  return `${pluralize(all, 'paper', 'papers')} ${yearRangeText(rows)}${peak}.`
}

const draw = (rows: readonly YearRow[], label: string): Html => {
  const [first, last] = [rows[0]?.year ?? 0, rows.at(-1)?.year ?? 0]
  const x = first === last ? () => 50 : scaleLinear([first, last], [0, 100])
  const y = scaleLinear([0, Math.max(...rows.map(({ papers }) => papers))], [100, 0]).nice(3)
  const years = first === last ? [first] : scaleLinear([first, last], [0, 100]).ticks(5).filter(Number.isInteger)
  const places = rows.map(({ year }) => x(year))
  const shape = area<YearRow>()
    .x(({ year }) => x(year))
    .y0(100)
    .y1(({ papers }) => y(papers))
  const outline = line<YearRow>()
    .x(({ year }) => x(year))
    .y(({ papers }) => y(papers))
  return drawing({ kind: 'curve', label }, [
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
  ])
}

/**
 * Papers by year as a curve, with its title, summary and table.
 * @param given years in any order; years that are missing between them had none
 */
export const yearCurve = (given: readonly YearRow[], { title }: { title: string }): Html => {
  const rows = fillYears(given, (year) => ({ year, papers: 0 }))
  const summary = summaryOf(rows)
  return figure({
    title,
    summary,
    drawing: rows.some(({ papers }) => papers > 0) ? draw(rows, `${title}: ${summary}`) : null,
    table: {
      columns: [
        { name: 'Year', isNumber: false },
        { name: 'Papers', isNumber: true },
      ],
      rows: rows.map(({ year, papers }) => [String(year), groupedNumber(papers)]),
    },
  })
}
