import { fragmentOf, type Fragment } from './fragment.ts'

/** A column: the lines in it are read from top to bottom. */
export type Column = Fragment[]

/** Where columns are looked for, in points. */
const STEP = 3
/** A gutter is not near the edge of what it parts. */
const MARGIN = 0.2
/** Columns have at least so many points beside each other. */
const LEAST_HEIGHT = 60
/** Lines of a column fill it, most of them; cells of a table do not. */
const FULL_LINE = 0.7
const LEAST_FILLED = 0.5
const WORDS_APART = 2
/** What is narrower than this share of the page has no columns. */
const LEAST_WIDTH = 0.5
/** Two lines beside each other are no columns. */
const LEAST_BESIDE = 28
const DEEPEST = 3

type Extent = { left: number; right: number; top: number; bottom: number }

const extentOf = (fragments: readonly Fragment[]): Extent => {
  const extent = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  for (const { left, right, top, bottom } of fragments) {
    extent.left = Math.min(extent.left, left)
    extent.right = Math.max(extent.right, right)
    extent.top = Math.min(extent.top, top)
    extent.bottom = Math.max(extent.bottom, bottom)
  }
  return extent
}

type Sides = { left: Fragment[]; right: Fragment[]; across: Fragment[] }

const sidesOf = (fragments: readonly Fragment[], x: number): Sides => {
  const sides: Sides = { left: [], right: [], across: [] }
  for (const fragment of fragments)
    sides[fragment.right <= x ? 'left' : fragment.left >= x ? 'right' : 'across'].push(fragment)
  return sides
}

/** Points of height at which there is text on both sides and none across. */
const heightBeside = ({ left, right, across }: Sides, { top, bottom }: Extent): number => {
  const rows = new Uint8Array(Math.max(1, Math.ceil(bottom - top) + 1))
  const mark = (fragments: readonly Fragment[], bit: number): void => {
    for (const fragment of fragments)
      for (let y = Math.floor(fragment.top - top); y <= fragment.bottom - top; y += 1) rows[y] = (rows[y] ?? 0) | bit
  }
  mark(left, 1)
  mark(right, 2)
  mark(across, 4)
  return rows.reduce((sum, row) => sum + (row === 3 ? 1 : 0), 0)
}

const signsOf = ({ items }: Fragment): number => items.reduce((sum, { text }) => sum + text.length, 0)

/** How wide a line is without the gaps between cells; words that are set apart to fill the line have smaller ones. */
const writtenWidth = (line: readonly Fragment[]): number => {
  let [width, end] = [0, -Infinity]
  for (const { left, right, size } of line.toSorted((a, b) => a.left - b.left)) {
    width += right - left + (left - end < WORDS_APART * size ? Math.max(0, left - end) : 0)
    end = right
  }
  return width
}

/** The share of the signs of a side that stand in lines that fill it. */
const filledShare = (side: readonly Fragment[]): number => {
  const { left, right } = extentOf(side)
  const lines = Map.groupBy(side, ({ baseline }) => Math.round(baseline / 2))
  let [filled, all] = [0, 0]
  for (const line of lines.values()) {
    const signs = line.reduce((sum, fragment) => sum + signsOf(fragment), 0)
    const width = writtenWidth(line)
    all += signs
    if (width > FULL_LINE * (right - left)) filled += signs
  }
  return all === 0 ? 0 : filled / all
}

/** The place that parts most lines into two columns; null where there are none. */
const findGutter = (fragments: readonly Fragment[]): number | null => {
  const extent = extentOf(fragments)
  const width = extent.right - extent.left
  let found: { from: number; to: number; height: number } | null = null
  for (let x = extent.left + MARGIN * width; x <= extent.right - MARGIN * width; x += STEP) {
    const height = heightBeside(sidesOf(fragments, x), extent)
    if (found === null || height > found.height) found = { from: x, to: x, height }
    else if (height === found.height && x - found.to <= STEP + 1) found.to = x
  }
  if (found === null || found.height < LEAST_HEIGHT) return null
  const gutter = (found.from + found.to) / 2
  const { left, right } = sidesOf(fragments, gutter)
  return filledShare(left) < LEAST_FILLED || filledShare(right) < LEAST_FILLED ? null : gutter
}

/** A line that reaches into the gutter is parted where its gap is over it. */
const partAcross = (fragment: Fragment, { gutter, edge }: { gutter: number; edge: number }): Fragment[] => {
  const { items, size } = fragment
  for (let index = 1; index < items.length; index += 1) {
    const [last, next] = [items[index - 1], items[index]]
    if (last === undefined || next === undefined) break
    const end = last.x + last.width
    const isGap = next.x - end > 0.25 * size && Math.abs(next.x - edge) < 0.3 * size
    if (isGap && end < gutter + size && next.x > gutter - size)
      return [fragmentOf(items.slice(0, index)), fragmentOf(items.slice(index))]
  }
  return [fragment]
}

/** Where most lines on the right begin. */
const commonEdge = (fragments: readonly Fragment[]): number => {
  const counts = Map.groupBy(fragments, ({ left }) => Math.round(left))
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 0
}

const middleOf = ({ top, bottom }: Fragment): number => (top + bottom) / 2

/** Rows of a table: lines on both sides have the same baselines, and are short or in pieces. */
const isTable = ({ left, right }: Sides): boolean => {
  const baselines = new Set(right.map(({ baseline }) => Math.round(baseline)))
  const aligned = left.filter(({ baseline }) => [-1, 0, 1].some((off) => baselines.has(Math.round(baseline) + off)))
  if (aligned.length < 0.8 * left.length) return false
  return filledShare(left) < LEAST_FILLED && filledShare(right) < LEAST_FILLED
}

/** Stretches of a page from top to bottom: lines across all of it, or what stands between two of them. */
const bandsOf = (fragments: readonly Fragment[], gutter: number): Sides[] => {
  const all = sidesOf(fragments, gutter)
  const across = all.across.toSorted((a, b) => middleOf(a) - middleOf(b))
  const bands: Sides[] = across.map((line) => ({ left: [], right: [], across: [line] }))
  bands.push({ left: [], right: [], across: [] })
  for (const side of ['left', 'right'] as const)
    for (const fragment of all[side]) {
      const middle = middleOf(fragment)
      const at = across.findIndex((line) => middleOf(line) > middle)
      bands[at === -1 ? across.length : at]?.[side].push(fragment)
    }
  return bands
}

/** The columns of fragments in the order in which they are read. @param pageWidth what is much narrower has no columns */
export const columnsOf = (given: readonly Fragment[], pageWidth: number, depth = 0): Column[] => {
  const { left, right } = extentOf(given)
  const gutter = depth >= DEEPEST || right - left < LEAST_WIDTH * pageWidth ? null : findGutter(given)
  if (gutter === null) return given.length === 0 ? [] : [[...given]]
  const edge = commonEdge(sidesOf(given, gutter).right)
  const fragments = given.flatMap((fragment) =>
    fragment.left < gutter && fragment.right > gutter ? partAcross(fragment, { gutter, edge }) : [fragment],
  )
  const columns: Column[] = []
  let whole: Fragment[] = []
  const finish = (): void => {
    if (whole.length > 0) columns.push(whole)
    whole = []
  }
  for (const band of bandsOf(fragments, gutter)) {
    const extent = extentOf([...band.left, ...band.right])
    const isBeside = heightBeside({ ...band, across: [] }, extent) >= LEAST_BESIDE && !isTable(band)
    if (isBeside) {
      finish()
      columns.push(...columnsOf(band.left, pageWidth, depth + 1), ...columnsOf(band.right, pageWidth, depth + 1))
    } else whole.push(...band.left, ...band.right)
    whole.push(...band.across)
  }
  finish()
  return columns
}
