import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { Html } from '#html.ts'
import { axisLabel, curve, dot, drawing, gridLine, stretchedBox, hoverTarget } from './drawing.ts'
import { percent } from '#http/reader/percent.ts'
import { figure } from './figure.ts'
import { fillYears, hoverRange } from './years.ts'

type ShareRow = { year: number; share: number }

type ShareLineOptions = {
  title: string
  /** The share at the upper edge, 0 to 1; the same for figures that are compared. By default the highest of the rows. */
  top?: number
  /** False where the page itself lists the numbers: the drawing comes without title line and table. */
  table?: boolean
}

const MAX_HOVER_TARGETS = 60

const summaryOf = (rows: readonly ShareRow[]): string => {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return 'There are no papers yet.'
  const now = `${percent(last.share)} of the papers of ${last.year}`
  return first === last ? `${now}.` : `${now}, ${percent(first.share)} in ${first.year}.`
}

const draw = (rows: readonly ShareRow[], label: string, top: number): Html => {
  const [first, last] = [rows[0], rows.at(-1)]
  const only = first?.year === last?.year
  const x = only ? () => 50 : scaleLinear([first?.year ?? 0, last?.year ?? 0], [0, 100])
  // A corpus without any share still has a scale.
  const y = scaleLinear([0, top > 0 ? top : 1], [100, 0]).clamp(true)
  const places = rows.map(({ year }) => x(year))
  const outline = line<ShareRow>()
    .x(({ year }) => x(year))
    .y(({ share }) => y(share))
  return drawing({ kind: 'small', label }, [
    gridLine(0, percent(top)),
    gridLine(100, '0'),
    first !== undefined && axisLabel(x(first.year), String(first.year)),
    last !== undefined && !only && axisLabel(x(last.year), String(last.year), 'end'),
    rows.length > 1 && stretchedBox(curve('line', outline([...rows]))),
    last !== undefined && dot(x(last.year), y(last.share)),
    rows.length <= MAX_HOVER_TARGETS &&
      rows.map(({ year, share }, index) => hoverTarget(...hoverRange(places, index), `${year}: ${percent(share)}`)),
  ])
}

/**
 * A share by year as a small line, one of many that are compared.
 * @param given shares of 0 to 1, years in any order; years that are missing between them had none
 */
export const shareLine = (given: readonly ShareRow[], { title, top, table = true }: ShareLineOptions): Html => {
  const rows = fillYears(given, (year) => ({ year, share: 0 }))
  const summary = summaryOf(rows)
  const highest = Math.max(0, ...rows.map(({ share }) => share))
  const drawn = draw(rows, `${title}: ${summary}`, top ?? highest)
  if (!table) return drawn
  return figure({
    title,
    summary,
    drawing: rows.length === 0 ? null : drawn,
    table: {
      columns: [
        { name: 'Year', isNumber: false },
        { name: 'Share', isNumber: true },
      ],
      rows: rows.map(({ year, share }) => [String(year), percent(share)]),
    },
  })
}
