import { html, type Html } from '#html.ts'

type Column = { name: string; isNumber: boolean }

export type FigureTable = { columns: readonly Column[]; rows: readonly (readonly (string | number | Html)[])[] }

type Figure = {
  title: string
  /** What the drawing shows, in words. */
  summary: string
  /** The drawing; null when there is nothing to draw. */
  drawing: Html | null
  table: FigureTable
}

const cell = ({ isNumber }: Column, value: string | number | Html, isHead: boolean): Html =>
  isHead
    ? html`<th scope="row">${value}</th>`
    : isNumber
      ? html`<td class="number">${value}</td>`
      : html`<td>${value}</td>`

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

/** The frame of every figure: a title, what it shows in words, the drawing, and its table one click away. */
export const figure = ({ title, summary, drawing, table }: Figure): Html => html`<figure class="figure">
<figcaption><strong>${title}</strong> ${summary}</figcaption>
${drawing}
${table.rows.length > 0 && html`<details><summary>As a table</summary><div class="scroll" tabindex="0" role="region" aria-label="${title}, as a table">${tableOf(table, title)}</div></details>`}
</figure>`
