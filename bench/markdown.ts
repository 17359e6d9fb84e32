import { goalText, summary, verdictText, type LeftOut, type Row } from './report.ts'

const BEGIN = '<!-- figures -->'
const END = '<!-- end of figures -->'

/** The figures, with where and how they were measured. */
export type Run = {
  date: Date
  command: string
  machine: string
  /** The load average over one minute, at the start and end of the measurement. */
  loads: readonly [number, number]
  rows: readonly Row[]
  leftOut: readonly LeftOut[]
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

/** A run as a section of a page, so that figures are not copied by hand. */
export const markdown = ({ date, command, machine, loads, rows, leftOut }: Run): string => {
  const [counts = '', ...named] = summary(rows, leftOut).split('\n')
  return [
    `${date.toISOString().slice(0, 10)}, \`${command}\`, ${machine}; load ${loads.map((load) => load.toFixed(1)).join(' before and ')} after.`,
    '',
    '| what | figure | goal | |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${[row.what, row.figure, goalText(row), verdictText(row)].map(cell).join(' | ')} |`),
    '',
    `${counts}.`,
    ...named.map((line) => `\n- ${line}`),
  ].join('\n')
}

/** The page with these figures between its marks. Throws if it has no marks. */
export const withFigures = (page: string, figures: string): string => {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error(`The page needs a line ${BEGIN} and after it a line ${END}.`)
  return `${page.slice(0, begin + BEGIN.length)}\n\n${figures}\n\n${page.slice(end)}`
}
