import type { FontStyle, TextItem } from '#pdf/document.ts'
import type { Column } from './columns.ts'
import { fragmentOf, isMostly, printedText, type Fragment } from './fragment.ts'
import { readSigns } from './printed-signs.ts'

/** A line of a column. */
export type Line = Omit<Fragment, 'items'> & {
  text: string
  page: number
  isBold: boolean
  isItalic: boolean
  /** Parts separated by wide gaps, such as cells of a row or names of authors, without raised marks. */
  cells: string[]
}

/** Lines of one column with its edges. */
export type ReadColumn = { page: number; left: number; right: number; lines: Line[] }

/** Fragments whose baselines are closer than this share of their size are in one line. */
const SAME_LINE = 0.35
/** Small text further away from a line than this many sizes is beside it, such as a note in the margin of a title. */
const MARK_GAP = 1.5
/** Text on the same baseline that is smaller than this share of another one, and apart from it, is no part of its line, such as a logo. */
const MUCH_SMALLER = 0.6
/** The least gap between cells, as a multiple of the size. */
const CELL_GAP = 1.5

const height = ({ top, bottom }: Fragment): number => bottom - top

const overlap = (a: Fragment, b: Fragment): number => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)

/** Fragments of one line, the one with the largest letters, and the edges of all. */
type Row = { main: Fragment; fragments: Fragment[]; left: number; right: number }

/** Whether a fragment is in a line; a separate mark or index belongs to the line that it overlaps. */
const isBeside = ({ main: line, left, right }: Row, other: Fragment): boolean => {
  const [small, large] = [Math.min(line.size, other.size), Math.max(line.size, other.size)]
  const isNear = Math.max(other.left - right, left - other.right) < MARK_GAP * large
  if (Math.abs(line.baseline - other.baseline) <= SAME_LINE * small) return isNear || small > MUCH_SMALLER * large
  return isNear && small < 0.85 * large && overlap(line, other) > 0.6 * Math.min(height(line), height(other))
}

const cellsOf = (items: readonly TextItem[]): string[] => {
  const cells: TextItem[][] = []
  let end = -Infinity
  for (const item of items) {
    if (item.x - end > CELL_GAP * item.size) cells.push([])
    cells.at(-1)?.push(item)
    end = item.x + item.width
  }
  return cells.map((cell) => readSigns(printedText(cell)).trim()).filter((cell) => cell !== '')
}

/** Note marks and the like: smaller, and above the line. */
const isRaised = ({ size, y }: TextItem, line: Fragment): boolean =>
  size < 0.85 * line.size && line.baseline - y > 0.15 * line.size

const lineOf = (fragments: readonly Fragment[], page: number, fonts: readonly FontStyle[]): Line => {
  const ordered = fragments.toSorted((a, b) => a.left - b.left)
  const items = ordered.flatMap((fragment) => fragment.items)
  const whole = fragmentOf(items)
  const { left, right, top, bottom, baseline, size } = whole
  return {
    text: readSigns(printedText(items)).trim(),
    page,
    left,
    right,
    top,
    bottom,
    baseline,
    size,
    isBold: isMostly(items, { fonts, style: 'isBold' }),
    isItalic: isMostly(items, { fonts, style: 'isItalic' }),
    cells: cellsOf(items.filter((item) => !isRaised(item, whole))),
  }
}

/** The lines of a column from top to bottom. */
export const columnLines = (column: Column, page: number, fonts: readonly FontStyle[]): Line[] => {
  const rows: Row[] = []
  for (const fragment of column.toSorted((a, b) => a.baseline - b.baseline)) {
    const { left, right } = fragment
    const row = rows.slice(-3).findLast((above) => isBeside(above, fragment))
    if (row === undefined) rows.push({ main: fragment, fragments: [fragment], left, right })
    else {
      row.fragments.push(fragment)
      row.left = Math.min(row.left, left)
      row.right = Math.max(row.right, right)
      if (fragment.size > row.main.size) row.main = fragment
    }
  }
  return rows
    .toSorted((a, b) => a.main.baseline - b.main.baseline)
    .map(({ fragments }) => lineOf(fragments, page, fonts))
    .filter(({ text }) => text !== '')
}

/** The edge of most lines, as a quantile that ignores some that stick out. */
const edgeOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

export const readColumn = (lines: Line[], page: number): ReadColumn => ({
  page,
  left: edgeOf(
    lines.map((line) => line.left),
    0.1,
  ),
  right: edgeOf(
    lines.map((line) => line.right),
    0.9,
  ),
  lines,
})
