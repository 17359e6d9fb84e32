import type { TextItem, TextPage } from '#pdf/document.ts'

/** Removes the numbers that review copies print in a margin beside the lines; they are no part of the text. */

const NUMBER = /^\d{1,4}$/u
/** The least numbers in one margin of a page by which a document is known to have them. */
const LEAST = 5
/** Most lines are numbered one by one, some every fifth or tenth. */
const MAX_STEP = 10
const IN_ORDER = 0.8
/** Numbers share an edge within this many points. */
const ALIGNED = 1.5
/** Of the other text of a page, as much as this may reach into the margin, such as a line at its top. */
const IN_MARGIN = 0.04
/** Beside numbers stand lines of text, not cells of a table. Shorter lines end paragraphs or are headings. */
const LONG_LINE = 30
const WITHIN_LINE = 1
/** A ruler has numbers at equal distances, which are not those of the lines. */
const NEAR = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6]

type Side = 'left' | 'right'

/** A margin with numbers, and the edge at which they begin or end. */
type Margin = { side: Side; edge: number }

const isNumber = ({ text }: TextItem): boolean => NUMBER.test(text.trim())

/** Left of the text numbers end in one line, and right of it they begin or end in one. */
const edges: readonly { side: Side; edgeOf: (item: TextItem) => number }[] = [
  { side: 'left', edgeOf: ({ x, width }) => x + width },
  { side: 'right', edgeOf: ({ x }) => x },
  { side: 'right', edgeOf: ({ x, width }) => x + width },
]

/** Items whose edges are near one another. */
const aligned = (items: readonly TextItem[], edgeOf: (item: TextItem) => number): TextItem[][] => {
  const groups: TextItem[][] = []
  let first = -Infinity
  for (const item of items.toSorted((a, b) => edgeOf(a) - edgeOf(b))) {
    if (edgeOf(item) - first > ALIGNED) {
      groups.push([])
      first = edgeOf(item)
    }
    groups.at(-1)?.push(item)
  }
  return groups
}

/** Whether numbers rise in equal steps from top to bottom; a page number may stand among them. */
const isCount = (numbers: readonly TextItem[]): boolean => {
  const values = numbers.map(({ text }) => Number(text))
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0))
  const step = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0
  return step > 0 && step <= MAX_STEP && steps.filter((each) => each === step).length >= IN_ORDER * steps.length
}

/** The margins of a page: where nearly all of its other text begins and ends. */
type TextEdges = { left: number; right: number }

const textEdges = (others: readonly TextItem[]): TextEdges => {
  const few = Math.floor(IN_MARGIN * others.length)
  const sorted = (edgeOf: (item: TextItem) => number): number[] => others.map(edgeOf).toSorted((a, b) => a - b)
  return {
    left: sorted(({ x }) => x)[few] ?? Infinity,
    right: sorted(({ x, width }) => x + width).at(-1 - few) ?? -Infinity,
  }
}

const isOutside = ({ x, width }: TextItem, side: Side, { left, right }: TextEdges): boolean =>
  side === 'left' ? x + width <= left : x >= right

/** The characters of the longest piece of text without a wide gap on each baseline. */
const lineLengths = (items: readonly TextItem[]): Map<number, number> => {
  const lengths = new Map<number, number>()
  let [length, last] = [0, items[0]]
  for (const item of items.toSorted((a, b) => Math.round(a.y) - Math.round(b.y) || a.x - b.x)) {
    const isNext =
      last !== undefined &&
      Math.round(last.y) === Math.round(item.y) &&
      item.x - last.x - last.width < WITHIN_LINE * item.size
    length = isNext ? length + item.text.length : item.text.length
    const line = Math.round(item.y)
    lengths.set(line, Math.max(length, lengths.get(line) ?? 0))
    last = item
  }
  return lengths
}

const textOf = ({ items }: TextPage): TextItem[] => items.filter((item) => !isNumber(item) && item.text.trim() !== '')

/** The numbered margins of a page. */
const marginsOf = (page: TextPage): Margin[] => {
  const numbers = page.items.filter(isNumber)
  if (numbers.length < LEAST) return []
  const others = textOf(page)
  const [lengths, text] = [lineLengths(others), textEdges(others)]
  const isBesideText = ({ y }: TextItem): boolean =>
    NEAR.some((off) => (lengths.get(Math.round(y) + off) ?? 0) >= LONG_LINE)
  return edges.flatMap(({ side, edgeOf }) =>
    aligned(
      numbers.filter((item) => isOutside(item, side, text)),
      edgeOf,
    ).flatMap((group) => {
      const ordered = group.toSorted((a, b) => a.y - b.y)
      const [first] = ordered
      if (first === undefined || ordered.length < LEAST || !isCount(ordered)) return []
      return 2 * ordered.filter(isBesideText).length >= ordered.length ? [{ side, edge: edgeOf(first) }] : []
    }),
  )
}

const gridOf = (edge: number): number => Math.round(edge / ALIGNED)

/** A page without the numbers in the given margins. */
const withoutMargins = (page: TextPage, margins: readonly Margin[]): TextPage => {
  const text = textEdges(textOf(page))
  const known = (side: Side): Set<number> =>
    new Set(
      margins
        .filter((margin) => margin.side === side)
        .flatMap(({ edge }) => [-1, 0, 1].map((off) => gridOf(edge) + off)),
    )
  const places = { left: known('left'), right: known('right') }
  const isCounted = (item: TextItem): boolean =>
    isNumber(item) &&
    edges.some(({ side, edgeOf }) => places[side].has(gridOf(edgeOf(item))) && isOutside(item, side, text))
  return { ...page, items: page.items.filter((item) => !isCounted(item)) }
}

/**
 * The pages of a document without the numbers of its lines. It has such numbers if one of its first two pages and half of all
 * pages have them; a list or a table of one page is not taken for them.
 */
export const withoutLineNumbers = (pages: readonly TextPage[]): TextPage[] => {
  const margins = pages.map(marginsOf)
  const numbered = margins.filter((found) => found.length > 0).length
  const isEarly = margins.slice(0, 2).some((found) => found.length > 0)
  if (!isEarly || 2 * numbered < pages.length) return [...pages]
  const known = margins.flat()
  return pages.map((page) => withoutMargins(page, known))
}
