import type { Fragment } from './fragment.ts'

/** Where columns are looked for, in points. */
const STEP = 3
/** A gutter is not near the edge of what it parts. */
const MARGIN = 0.2
/** Columns have at least so many points beside each other. */
const LEAST_HEIGHT = 60
/** Beside one column there may be a short one, such as a caption in the margin. */
const LEAST_HEIGHT_WITHIN = 22
/** What a line across a place counts against a line beside it. */
const ACROSS = 0.5
/** Lines of a column fill it, most of them; cells of a table do not. */
const FULL_LINE = 0.7
const LEAST_FILLED = 0.5
/** A table or a figure beside a column of text has lines at other heights; the cells of a row stand at one. */
const MOST_ALIGNED = 0.5
const WORDS_APART = 2
/** What is narrower than this share of the page has no columns. */
const LEAST_WIDTH = 0.5
const DEEPEST = 3

/** A part of a page of this width, and how often it was parted. */
type PagePart = { width: number; depth: number }

/** The box around fragments. */
type Extent = { left: number; right: number; top: number; bottom: number }

export const extentOf = (fragments: readonly Fragment[]): Extent => {
  const extent = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  for (const { left, right, top, bottom } of fragments) {
    extent.left = Math.min(extent.left, left)
    extent.right = Math.max(extent.right, right)
    extent.top = Math.min(extent.top, top)
    extent.bottom = Math.max(extent.bottom, bottom)
  }
  return extent
}

/** What stands on either side of a gutter, and what reaches over it. */
export type Sides = { left: Fragment[]; right: Fragment[]; across: Fragment[] }

export const sidesOf = (fragments: readonly Fragment[], x: number): Sides => {
  const sides: Sides = { left: [], right: [], across: [] }
  for (const fragment of fragments)
    sides[fragment.right <= x ? 'left' : fragment.left >= x ? 'right' : 'across'].push(fragment)
  return sides
}

/** Points of height at which there is text on both sides and none across, and at which there is some across. */
const heightsOf = ({ left, right, across }: Sides, { top, bottom }: Extent): { beside: number; across: number } => {
  const rows = new Uint8Array(Math.max(1, Math.ceil(bottom - top) + 1))
  const mark = (fragments: readonly Fragment[], bit: number): void => {
    for (const fragment of fragments)
      for (let y = Math.floor(fragment.top - top); y <= fragment.bottom - top; y += 1) rows[y] = (rows[y] ?? 0) | bit
  }
  mark(left, 1)
  mark(right, 2)
  mark(across, 4)
  const heights = { beside: 0, across: 0 }
  for (const row of rows) {
    if (row === 3) heights.beside += 1
    else if (row >= 4) heights.across += 1
  }
  return heights
}

/** Points of height at which there is text on both sides and none across. */
export const heightBeside = (sides: Sides, extent: Extent): number => heightsOf(sides, extent).beside

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

/** The place with most lines on both sides and fewest across; null where there are too few beside each other. */
const widestGutter = (fragments: readonly Fragment[], leastHeight: number): number | null => {
  const extent = extentOf(fragments)
  const width = extent.right - extent.left
  let found: { from: number; to: number; worth: number } | null = null
  for (let x = extent.left + MARGIN * width; x <= extent.right - MARGIN * width; x += STEP) {
    const { beside, across } = heightsOf(sidesOf(fragments, x), extent)
    const worth = beside - ACROSS * across
    if (beside < leastHeight) continue
    if (found === null || worth > found.worth) found = { from: x, to: x, worth }
    else if (worth === found.worth && x - found.to <= STEP + 1) found.to = x
  }
  return found === null ? null : (found.from + found.to) / 2
}

const baselinesOf = (side: readonly Fragment[]): Set<number> =>
  new Set(side.map(({ baseline }) => Math.round(baseline)))

/** The share of the lines on the left, or of those on the right if they are fewer, that stand beside one on the same baseline. */
export const alignedShare = ({ left, right }: Sides): number => {
  const [few = new Set(), many = new Set()] = [baselinesOf(left), baselinesOf(right)].toSorted(
    (a, b) => a.size - b.size,
  )
  const aligned = [...few].filter((baseline) => [-1, 0, 1].some((off) => many.has(baseline + off)))
  return aligned.length / Math.max(1, few.size)
}

/** Whether most of a side is lines that fill it. */
export const isFilled = (side: readonly Fragment[]): boolean => filledShare(side) >= LEAST_FILLED

/** Whether a side is a column of text, or has columns itself: three beside each other are parted one after another. */
const isColumnar = (side: readonly Fragment[], page: PagePart): boolean =>
  isFilled(side) || findGutter(side, page) !== null

/** The place that parts most lines into two columns; null where there are none. */
export const findGutter = (fragments: readonly Fragment[], { width, depth }: PagePart): number | null => {
  const { left, right } = extentOf(fragments)
  if (depth >= DEEPEST || right - left < LEAST_WIDTH * width) return null
  const gutter = widestGutter(fragments, depth === 0 ? LEAST_HEIGHT : LEAST_HEIGHT_WITHIN)
  if (gutter === null) return null
  const sides = sidesOf(fragments, gutter)
  const inner = { width, depth: depth + 1 }
  const columnar = [sides.left, sides.right].filter((side) => isColumnar(side, inner)).length
  return columnar === 2 || (columnar === 1 && alignedShare(sides) < MOST_ALIGNED) ? gutter : null
}
