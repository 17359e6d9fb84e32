import type { TextPage, FontStyle, TextItem } from '#pdf/document.ts'

/** Letters are about half as wide as high; for bitmap fonts (Type 3) the stated height may be wrong. */
const USUAL_WIDTH = 0.5
const MIN_WIDTH = 0.15

/** Corrects implausible font sizes by the widths of the letters. Changes the items. */
export const mendSizes = (pages: readonly TextPage[]): void => {
  const widths = new Map<number, { width: number; signs: number }>()
  for (const { items } of pages)
    for (const { font, width, size, text } of items) {
      const seen = widths.get(font) ?? { width: 0, signs: 0 }
      widths.set(font, { width: seen.width + width / size, signs: seen.signs + text.length })
    }
  for (const { items } of pages)
    for (const item of items) {
      const { width, signs } = widths.get(item.font) ?? { width: 1, signs: 1 }
      if (width < MIN_WIDTH * signs) item.size *= width / signs / USUAL_WIDTH
    }
}

/** Text on one baseline without a wide gap: a line, a cell of a table, or the part of a line in one column. */
export type Fragment = {
  items: TextItem[]
  left: number
  right: number
  top: number
  bottom: number
  /** Of most of its characters. */
  baseline: number
  size: number
}

/** A gap of this share of the size may separate two columns. Words of a line may be further apart, which does no harm. */
const WIDE_GAP = 0.7
/** Letters of a word are closer than this share of their size; small capitals are a twentieth apart. */
const WORD_GAP = 0.17
/** How far items may overlap, such as accents over letters. */
const OVERLAP = 0.9
/** Note marks and indices are raised or lowered by less than this share of the size. */
const RAISED = 0.65

const ASCENT = 0.75
const DESCENT = 0.22

const isBlank = ({ text }: TextItem): boolean => text.trim() === ''

const mostOf = (items: readonly TextItem[], valueOf: (item: TextItem) => number): number => {
  const weights = new Map<number, number>()
  for (const item of items) {
    const value = valueOf(item)
    weights.set(value, (weights.get(value) ?? 0) + item.text.trim().length)
  }
  let [best, most] = [0, -1]
  for (const [value, weight] of weights) if (weight > most) [best, most] = [value, weight]
  return best
}

const rounded = (size: number): number => Math.round(size * 10) / 10

/** Joins items of one line. */
export const fragmentOf = (items: TextItem[]): Fragment => {
  const size = mostOf(items, (item) => rounded(item.size))
  const baseline = mostOf(items, (item) => item.y)
  let [left, right, top, bottom] = [Infinity, -Infinity, baseline - ASCENT * size, baseline + DESCENT * size]
  for (const item of items) {
    left = Math.min(left, item.x)
    right = Math.max(right, item.x + item.width)
    top = Math.min(top, item.y - ASCENT * item.size)
    bottom = Math.max(bottom, item.y + DESCENT * item.size)
  }
  return { items, left, right, top, bottom, baseline, size }
}

/** Whether an item follows another one in the same line. */
const follows = (last: TextItem, next: TextItem): boolean => {
  const size = Math.max(last.size, next.size)
  const gap = next.x - (last.x + last.width)
  return gap < WIDE_GAP * size && gap > -OVERLAP * size && Math.abs(next.y - last.y) < RAISED * size
}

/** The fragments of a page: runs of items that follow each other both in the file and on the page. Blank items only make gaps. */
export const fragmentsOf = (items: readonly TextItem[]): Fragment[] => {
  const found: Fragment[] = []
  let run: TextItem[] = []
  const finish = (): void => {
    if (run.length > 0) found.push(fragmentOf(run))
    run = []
  }
  for (const item of items) {
    if (isBlank(item)) continue
    const last = run.at(-1)
    if (last !== undefined && !follows(last, item)) finish()
    run.push(item)
  }
  finish()
  return found
}

/** The mark at the start of a note precedes its first word without a space. */
const isMarkBefore = (mark: TextItem, item: TextItem): boolean =>
  mark.size < 0.85 * item.size && item.y - mark.y > 0.15 * item.size

/** Whether a grave accent is printed over the next letter, unlike an opening quotation mark. */
const isAccentOver = (last: TextItem, item: TextItem): boolean =>
  last.text.endsWith('`') && item.x - (last.x + last.width) < -0.25 * item.size && /^[aeiouAEIOU]/u.test(item.text)

/** Items with a lower index before the raised one over it, in the order in which formulas are written. */
const indicesInOrder = (items: readonly TextItem[]): TextItem[] => {
  const ordered = [...items]
  for (const [index, item] of items.entries()) {
    const next = items[index + 1]
    const before = items[index - 1]
    if (next === undefined || before === undefined) continue
    const areIndices = item.size < 0.85 * before.size && next.size < 0.85 * before.size
    const isRaisedOverNext = item.y < before.y && next.y > before.y
    if (areIndices && isRaisedOverNext && Math.abs(item.x - next.x) < 0.5 * item.size)
      ordered.splice(index, 2, next, item)
  }
  return ordered
}

/** The text of items from left to right, with spaces where the page has gaps. */
export const printedText = (given: readonly TextItem[]): string => {
  const items = indicesInOrder(given)
  let text = ''
  let last: TextItem | undefined
  for (const [index, item] of items.entries()) {
    const gap = last === undefined ? 0 : item.x - (last.x + last.width)
    const isMarked = index === 1 && last !== undefined && isMarkBefore(last, item)
    if (last !== undefined && (isMarked || gap > WORD_GAP * Math.min(last.size, item.size))) text += ' '
    if (last !== undefined && isAccentOver(last, item))
      text = `${text.slice(0, -1)}${item.text.slice(0, 1)}\u0300${item.text.slice(1)}`
    else text += item.text
    last = item
  }
  return text
}

/** Whether most characters have a style. */
export const isMostly = (
  items: readonly TextItem[],
  { fonts, style }: { fonts: readonly FontStyle[]; style: keyof FontStyle },
): boolean => {
  let [styled, all] = [0, 0]
  for (const { text, font } of items) {
    const length = text.trim().length
    all += length
    if (fonts[font]?.[style] === true) styled += length
  }
  return styled * 10 > all * 8
}
