import { type Fragment, fragmentOf } from './fragment.ts'

/** The step in which gutters are searched, in points. */
const STEP = 3
/** A gutter keeps this share of the width away from the edges. */
const MARGIN = 0.2
/** The least height over which columns are side by side, in points. */
const MIN_HEIGHT = 60
/** The same within a column, for example for a caption in the margin. */
const MIN_HEIGHT_WITHIN = 22
/** The weight of a line across a gutter relative to lines beside it. */
const ACROSS = 0.5
/** Most lines of a column fill it; cells of a table do not. */
const FULL_LINE = 0.7
const MIN_FILLED = 0.5
/** A table or figure beside a column of text has lines at other heights; the cells of a row share one. */
const MAX_ALIGNED = 0.5
const WORDS_APART = 2
/** Areas narrower than this share of the page have no columns. */
const MIN_WIDTH = 0.5
const DEEPEST = 3

/** The width of the page, and how often the part was split. */
type PagePart = { width: number; depth: number }

/** The box around fragments. */
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

/** The fragments on either side of a gutter, and those across it. */
type Sides = { left: Fragment[]; right: Fragment[]; across: Fragment[] }

const sidesOf = (fragments: readonly Fragment[], x: number): Sides => {
  const sides: Sides = { left: [], right: [], across: [] }
  for (const fragment of fragments)
    sides[fragment.right <= x ? 'left' : fragment.left >= x ? 'right' : 'across'].push(fragment)
  return sides
}

/** The height, in points, with text on both sides and none across, and the height with text across. */
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

const heightBeside = (sides: Sides, extent: Extent): number => heightsOf(sides, extent).beside

const signsOf = ({ items }: Fragment): number => items.reduce((sum, { text }) => sum + text.length, 0)

/** The width of a line without the gaps between cells, which are wider than those of justified text. */
const writtenWidth = (line: readonly Fragment[]): number => {
  let [width, end] = [0, -Infinity]
  for (const { left, right, size } of line.toSorted((a, b) => a.left - b.left)) {
    width += right - left + (left - end < WORDS_APART * size ? Math.max(0, left - end) : 0)
    end = right
  }
  return width
}

/** The share of the characters of a side that are in lines that fill it. */
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

/** The position with most lines on both sides and fewest across; null if too few are side by side. */
const widestGutter = (fragments: readonly Fragment[], leastHeight: number): number | null => {
  const extent = extentOf(fragments)
  const width = extent.right - extent.left
  let found: { from: number; to: number; score: number } | null = null
  for (let x = extent.left + MARGIN * width; x <= extent.right - MARGIN * width; x += STEP) {
    const { beside, across } = heightsOf(sidesOf(fragments, x), extent)
    const score = beside - ACROSS * across
    if (beside < leastHeight) continue
    if (found === null || score > found.score) found = { from: x, to: x, score }
    else if (score === found.score && x - found.to <= STEP + 1) found.to = x
  }
  return found === null ? null : (found.from + found.to) / 2
}

const baselinesOf = (side: readonly Fragment[]): Set<number> =>
  new Set(side.map(({ baseline }) => Math.round(baseline)))

/** The share of the lines of the side with fewer lines that share a baseline with the other side. */
const alignedShare = ({ left, right }: Sides): number => {
  const [few = new Set(), many = new Set()] = [baselinesOf(left), baselinesOf(right)].toSorted(
    (a, b) => a.size - b.size,
  )
  const aligned = [...few].filter((baseline) => [-1, 0, 1].some((off) => many.has(baseline + off)))
  return aligned.length / Math.max(1, few.size)
}

/** Whether most of a side is in lines that fill it. */
const isFilled = (side: readonly Fragment[]): boolean => filledShare(side) >= MIN_FILLED

/** Whether a side is a column of text or has columns itself: three columns are split one after another. */
const isColumnar = (side: readonly Fragment[], page: PagePart): boolean =>
  isFilled(side) || findGutter(side, page) !== null

/** The position that splits fragments into two columns; null if there are none. */
const findGutter = (fragments: readonly Fragment[], { width, depth }: PagePart): number | null => {
  const { left, right } = extentOf(fragments)
  if (depth >= DEEPEST || right - left < MIN_WIDTH * width) return null
  const gutter = widestGutter(fragments, depth === 0 ? MIN_HEIGHT : MIN_HEIGHT_WITHIN)
  if (gutter === null) return null
  const sides = sidesOf(fragments, gutter)
  const inner = { width, depth: depth + 1 }
  const columnar = [sides.left, sides.right].filter((side) => isColumnar(side, inner)).length
  return columnar === 2 || (columnar === 1 && alignedShare(sides) < MAX_ALIGNED) ? gutter : null
}

/** A column, read from top to bottom. */
export type Column = Fragment[]

/** Most cells of the rows of a table share a baseline. */
const MIN_ALIGNED = 0.8
/** A block of cells above columns ends at a gap of this many sizes, and is narrower than their lines. */
const HEAD_GAP = 0.9
const MAX_OF_CELL = 0.95
/** A single row could be two headings at the top of their columns. */
const MIN_ROWS = 2
/** Two lines side by side are not columns; three lines of a caption in the margin are. */
const MIN_BESIDE = 22

/** Splits a line that reaches into the gutter at its gap there. */
const splitAcross = (fragment: Fragment, { gutter, edge }: { gutter: number; edge: number }): Fragment[] => {
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

/** The left edge of most lines on the right. */
const commonEdge = (fragments: readonly Fragment[]): number => {
  const counts = Map.groupBy(fragments, ({ left }) => Math.round(left))
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 0
}

const middleOf = ({ top, bottom }: Fragment): number => (top + bottom) / 2

/** Rows of a table: lines on both sides have the same baselines, and are short or in pieces. */
const isTable = (sides: Sides): boolean =>
  alignedShare(sides) >= MIN_ALIGNED && !isFilled(sides.left) && !isFilled(sides.right)

/** Bands of a page from top to bottom: each has the columns above a line across the page, and that line. */
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

/** Whether all fragments are shorter than the lines of the column below them. */
const isShort = (fragments: readonly Fragment[], column: readonly Fragment[]): boolean => {
  const { left, right } = extentOf(column)
  return fragments.every((fragment) => fragment.right - fragment.left < MAX_OF_CELL * (right - left))
}

/** Splits off cells above columns, such as the names and addresses of authors side by side. */
const headOf = ({ left, right }: Sides): { head: Fragment[]; below: Sides } | null => {
  const all = [...left, ...right].toSorted((a, b) => a.top - b.top)
  let [bottom, index] = [-Infinity, 0]
  for (const [at, fragment] of all.entries()) {
    if (at > 0 && fragment.top - bottom > HEAD_GAP * fragment.size) {
      index = at
      break
    }
    bottom = Math.max(bottom, fragment.bottom)
  }
  // The head is the smaller part.
  if (2 * index > all.length) return null
  const head = new Set(all.slice(0, index))
  const above = (side: readonly Fragment[]): Fragment[] => side.filter((fragment) => head.has(fragment))
  const sides = { left: above(left), right: above(right), across: [] }
  if (sides.left.length < MIN_ROWS || sides.right.length < MIN_ROWS) return null
  if (alignedShare(sides) < MIN_ALIGNED || !isShort(sides.left, left) || !isShort(sides.right, right)) return null
  const rest = (side: readonly Fragment[]): Fragment[] => side.filter((fragment) => !head.has(fragment))
  return { head: [...head], below: { left: rest(left), right: rest(right), across: [] } }
}

/** The columns of fragments in reading order. @param width of the page: much narrower areas have no columns */
export const columnsOf = (given: readonly Fragment[], width: number, depth = 0): Column[] => {
  const gutter = findGutter(given, { width, depth })
  if (gutter === null) return given.length === 0 ? [] : [[...given]]
  const edge = commonEdge(sidesOf(given, gutter).right)
  const fragments = given.flatMap((fragment) =>
    fragment.left < gutter && fragment.right > gutter ? splitAcross(fragment, { gutter, edge }) : [fragment],
  )
  const columns: Column[] = []
  let whole: Fragment[] = []
  const finish = (): void => {
    if (whole.length > 0) columns.push(whole)
    whole = []
  }
  for (const stretch of bandsOf(fragments, gutter)) {
    const split = headOf(stretch)
    if (split !== null) whole.push(...split.head)
    const band = split === null ? stretch : { ...split.below, across: stretch.across }
    const extent = extentOf([...band.left, ...band.right])
    const isBeside = heightBeside({ ...band, across: [] }, extent) >= MIN_BESIDE && !isTable(band)
    if (isBeside) {
      finish()
      columns.push(...columnsOf(band.left, width, depth + 1), ...columnsOf(band.right, width, depth + 1))
    } else whole.push(...band.left, ...band.right)
    whole.push(...band.across)
  }
  finish()
  return columns
}
