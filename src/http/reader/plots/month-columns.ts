import { pluralize } from '#core/numbers/pluralize.ts'
import { scaleBand, scaleLinear } from 'd3-scale'
import { html, type Html } from '#html.ts'
import { axisLabel, drawing, gridLine, coordinate, hoverTarget } from './drawing.ts'
import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { figure } from './figure.ts'

/** `month` as 2026-11. */
type MonthRow = { month: string; papers: number }

/** Twenty years; earlier months are in the table only. */
const MAX_MONTHS = 240
const MAX_LABELS = 4

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const monthText = (number: number): string => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`

/** The months up to the last with papers, with those between that had none. */
const fillMonths = (rows: readonly MonthRow[]): MonthRow[] => {
  const known = new Map(rows.map(({ month, papers }) => [monthNumber(month), papers]))
  const last = Math.max(...known.keys())
  const first = Math.max(Math.min(...known.keys()), last - MAX_MONTHS + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    month: monthText(first + index),
    papers: known.get(first + index) ?? 0,
  }))
}

const draw = (rows: readonly MonthRow[], label: string): Html => {
  const x = scaleBand(
    rows.map(({ month }) => month),
    [0, 100],
  ).padding(rows.length > 60 ? 0 : 0.2)
  const y = scaleLinear([0, Math.max(...rows.map(({ papers }) => papers))], [100, 0]).nice(3)
  const every = Math.ceil(rows.length / MAX_LABELS)
  // A lone month is no reason for a column as wide as the page.
  const width = Math.min(x.bandwidth(), 12)
  const middle = (month: string): number => (x(month) ?? 0) + x.bandwidth() / 2
  return drawing({ kind: 'curve', label }, [
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
  ])
}

/** Papers by month as columns. @param given months in order; those that are missing between them had none */
export const monthColumns = (
  given: readonly MonthRow[],
  { title, summary }: { title: string; summary: string },
): Html =>
  figure({
    title,
    summary,
    drawing: given.length === 0 ? null : draw(fillMonths(given), `${title}: ${summary}`),
    table: {
      columns: [
        { name: 'Month', isNumber: false },
        { name: 'Papers', isNumber: true },
      ],
      rows: given.map(({ month, papers }) => [month, groupedNumber(papers)]),
    },
  })
