import { fragmentOf, type Fragment } from './fragment.ts'
import { alignedShare, extentOf, findGutter, heightBeside, isFilled, sidesOf, type Sides } from './gutter.ts'

/** A column: the lines in it are read from top to bottom. */
export type Column = Fragment[]

/** Cells of the rows of a table stand at one height, most of them. */
const LEAST_ALIGNED = 0.8
/** What stands in cells over the columns ends above a gap of this many sizes, and fills no line of them. */
const HEAD_GAP = 0.9
const MOST_OF_CELL = 0.95
/** Two headings at the top of their columns are no cells. */
const LEAST_ROWS = 2
/** Two lines beside each other are no columns; three of a caption in the margin are one. */
const LEAST_BESIDE = 22

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
const isTable = (sides: Sides): boolean =>
  alignedShare(sides) >= LEAST_ALIGNED && !isFilled(sides.left) && !isFilled(sides.right)

/** Bands of a page from top to bottom: lines across all of it, or what stands between two of them. */
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

/** Whether none of the fragments is as long as the lines of the column that it stands over. */
const isShort = (fragments: readonly Fragment[], column: readonly Fragment[]): boolean => {
  const { left, right } = extentOf(column)
  return fragments.every((fragment) => fragment.right - fragment.left < MOST_OF_CELL * (right - left))
}

/** Parts a stretch with columns where the cells of rows end that stand over them: names and addresses of authors side by side. */
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
  // Most of what stands there is no head.
  if (2 * index > all.length) return null
  const head = new Set(all.slice(0, index))
  const above = (side: readonly Fragment[]): Fragment[] => side.filter((fragment) => head.has(fragment))
  const sides = { left: above(left), right: above(right), across: [] }
  if (sides.left.length < LEAST_ROWS || sides.right.length < LEAST_ROWS) return null
  if (alignedShare(sides) < LEAST_ALIGNED || !isShort(sides.left, left) || !isShort(sides.right, right)) return null
  const rest = (side: readonly Fragment[]): Fragment[] => side.filter((fragment) => !head.has(fragment))
  return { head: [...head], below: { left: rest(left), right: rest(right), across: [] } }
}

/** The columns of fragments in the order in which they are read. @param width of the page: what is much narrower has no columns */
export const columnsOf = (given: readonly Fragment[], width: number, depth = 0): Column[] => {
  const gutter = findGutter(given, { width, depth })
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
  for (const stretch of bandsOf(fragments, gutter)) {
    const parted = headOf(stretch)
    if (parted !== null) whole.push(...parted.head)
    const band = parted === null ? stretch : { ...parted.below, across: stretch.across }
    const extent = extentOf([...band.left, ...band.right])
    const isBeside = heightBeside({ ...band, across: [] }, extent) >= LEAST_BESIDE && !isTable(band)
    if (isBeside) {
      finish()
      columns.push(...columnsOf(band.left, width, depth + 1), ...columnsOf(band.right, width, depth + 1))
    } else whole.push(...band.left, ...band.right)
    whole.push(...band.across)
  }
  finish()
  return columns
}
