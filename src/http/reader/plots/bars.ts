import { scaleLinear } from 'd3-scale'
import { html, type Html } from '#html.ts'
import { drawing, coordinate } from './drawing.ts'
import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { figure } from './figure.ts'

/** `href`: where these papers are listed; the table leads there. */
type BarRow = { name: string; papers: number; href?: string }

/** A row in the size of the text: its name above its bar. */
const ROW_EM = 2.6
const MAX_NAME_LENGTH = 42
/** Room for the number behind the longest bar. */
const MAX_BAR_WIDTH = 86

const truncate = (name: string): string => {
  const letters = Array.from(name)
  return letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : name
}

/** Names with their papers as horizontal bars, in the order given. */
export const bars = (
  rows: readonly BarRow[],
  { title, summary, column }: { title: string; summary: string; column: string },
): Html => {
  const width = scaleLinear([0, Math.max(1, ...rows.map(({ papers }) => papers))], [0, MAX_BAR_WIDTH])
  const drawn = rows.map(({ name, papers }, index) => {
    const top = index * ROW_EM
    return html`<text x="0" y="${(top + 1).toFixed(1)}em">${truncate(name)}</text><rect class="bar" x="0" y="${(top + 1.3).toFixed(1)}em" width="${coordinate(width(papers))}" height="0.7em" /><text x="${coordinate(width(papers))}" dx="0.5em" y="${(top + 1.95).toFixed(2)}em">${groupedNumber(papers)}</text>
`
  })
  return figure({
    title,
    summary,
    drawing:
      rows.length === 0
        ? null
        : drawing(
            { kind: 'bars', label: `${title}: ${summary}`, height: `${(rows.length * ROW_EM).toFixed(1)}em` },
            drawn,
          ),
    table: {
      columns: [
        { name: column, isNumber: false },
        { name: 'Papers', isNumber: true },
      ],
      rows: rows.map(({ name, papers, href }) => [
        href === undefined ? name : html`<a href="${href}">${name}</a>`,
        groupedNumber(papers),
      ]),
    },
  })
}
