import type { FontStyle, TextItem } from '#pdf/document.ts'
import { fragmentOf, isMostly, printedText, type Fragment } from '#pdf/layout/fragment.ts'
import { readSigns } from '#pdf/layout/printed-signs.ts'

/** Stands for the marks of notes and affiliations in the text of a cell. */
export const MARK = '\u0001'

/** A run of text on a line of the first page that wide gaps separate from others, such as a name or an address. */
export type FrontCell = {
  /** Each group of marks is one MARK. */
  text: string
  /** The marks in their order, such as "1,2". */
  marks: string[]
  left: number
  right: number
  baseline: number
  size: number
  isBold: boolean
  isItalic: boolean
}

/** Cells on one baseline from left to right. */
export type FrontRow = FrontCell[]

/** Fragments whose baselines are closer than this share of their size are in one row. */
const SAME_ROW = 0.35
/** A gap of this many sizes separates cells. Lines around the title are rarely justified. */
const CELL_GAP = 0.8
const SPREAD_GAP = 1.2
/** A mark is close to what it marks; the picture of an identifier may stand between them. */
const MARK_GAP = 1.5
/** What goes on behind a picture in a list is closer than this many sizes. */
const PICTURE_GAP = 2.5

/** A first page has a few hundred; more cost too much to compare. */
const MAX_FRAGMENTS = 3_000

/** Marks that are printed like letters. */
const SYMBOLS = /(?:[*∗†‡§¶⋆⊥‖♠♣♦♥♢✉✩☆★⇤◦◇#∥⁎]\s*,?\s*)+/gu
/** Numbers and superscript digits behind a name. */
const NUMBERS =
  /(?<=\p{L}{2}\.?|\))(?:\d{1,2}(?:\s?,\s?\d{1,2})*|[¹²³⁴⁵⁶⁷⁸⁹⁰](?:[,¹²³⁴⁵⁶⁷⁸⁹⁰]*[¹²³⁴⁵⁶⁷⁸⁹⁰])?)(?![\p{L}\p{N}])/gu
const MERGED = /\u0001(?:[\s,]*\u0001)+/gu

const isSmallRaised = (item: TextItem, main: Pick<Fragment, 'size' | 'baseline'>): boolean =>
  item.size < 0.85 * main.size && main.baseline - item.y > 0.15 * main.size

/** Whether an item is the raised ending of a number at the start of a cell, as in "1st". */
const isOrdinalEnding = (items: readonly TextItem[], index: number): boolean =>
  index === 1 &&
  /^(?:st|nd|rd|th)$/u.test(items[1]?.text.trim() ?? '') &&
  /^\d{1,2}$/u.test(items[0]?.text.trim() ?? '')

/** Whether an item is one sign of another font behind a name, such as the picture of a letter in a font without names of its signs. */
const isPicture = (items: readonly TextItem[], index: number): boolean => {
  const [before, item, next] = [items[index - 1], items[index], items[index + 1]]
  if (before === undefined || item === undefined || !/^[\p{L}#$%@]$/u.test(item.text.trim())) return false
  if (/\p{Script=Han}|\p{Script=Hangul}/u.test(item.text) || before.font === item.font) return false
  const isApart = item.x - before.x - before.width > 0.1 * item.size
  const isLast =
    next === undefined || /^[\s,;&·|]/u.test(next.text) || next.size < 0.85 * item.size || next.font === item.font
  return isApart && isLast && items.every(({ font, text }) => font !== item.font || text.trim().length === 1)
}

/** Collects the marks of a text, and leaves a MARK for each. */
const takeMarks = (text: string, raised: readonly string[]): { text: string; marks: string[] } => {
  const marks: string[] = []
  let next = 0
  const marked = text
    .replaceAll(SYMBOLS, (signs) => ` \u0002${signs.replaceAll(/[\s,]/gu, '')}\u0003`)
    .replaceAll(NUMBERS, (signs) => ` \u0002${signs.replaceAll(/\s/gu, '').normalize('NFKC')}\u0003`)
    .replaceAll(/\u0001|\u0002(?<own>[^\u0003]*)\u0003/gu, (_whole, own: string | undefined) => {
      marks.push(own ?? raised[next++] ?? '')
      return MARK
    })
  return { text: marked, marks }
}

/** An accent that some fonts print as a sign of its own, and the space that its way back leaves within a word. */
const ACCENT_WITHIN = /(?<=\p{L}) (?=[´`¨ˆ˜¯˘˙˚˝ˇ¸] ?\p{Ll})/gu

const joinMarks = ({ text, marks }: { text: string; marks: string[] }): { text: string; marks: string[] } => {
  const joined: string[] = []
  let next = 0
  const whole = text.replaceAll(/\u0001(?:[\s,]*\u0001)*/gu, (run) => {
    const count = run.split(MARK).length - 1
    joined.push(marks.slice(next, next + count).join(','))
    next += count
    return MARK
  })
  return { text: whole.replaceAll(MERGED, MARK).replaceAll(/\s+/gu, ' ').trim(), marks: joined }
}

const cellOf = (items: readonly TextItem[], fonts: readonly FontStyle[]): FrontCell | null => {
  const { left, right, baseline, size } = fragmentOf([...items])
  const pieces: string[] = []
  const raised: string[] = []
  let run: TextItem[] = []
  const finish = (): void => {
    if (run.length > 0) pieces.push(readSigns(printedText(run).replaceAll(ACCENT_WITHIN, '')))
    run = []
  }
  for (const [index, item] of items.entries()) {
    const isMark = isSmallRaised(item, { size, baseline }) && !isOrdinalEnding(items, index)
    if (!isMark && !isPicture(items, index)) {
      const last = run.at(-1)
      if (last === undefined && pieces.length > 0) pieces.push(' ')
      run.push(item)
      continue
    }
    finish()
    const mark = readSigns(item.text).replaceAll(/\s/gu, '')
    if (pieces.at(-1) === MARK) raised.push(`${raised.pop() ?? ''}${mark}`)
    else {
      pieces.push(MARK)
      raised.push(mark)
    }
  }
  finish()
  const { text, marks } = joinMarks(takeMarks(pieces.join(''), raised))
  if (text.replaceAll(MARK, '').trim() === '' && marks.length === 0) return null
  const main = items.filter((item) => !isSmallRaised(item, { size, baseline }))
  return {
    text,
    marks,
    left,
    right,
    baseline,
    size,
    isBold: isMostly(main, { fonts, style: 'isBold' }),
    isItalic: isMostly(main, { fonts, style: 'isItalic' }),
  }
}

/** Whether a fragment is in the row of another one: on its baseline, or a mark right at it. */
const isInRow = (row: Fragment, other: Fragment): boolean => {
  const [small, large] = row.size < other.size ? [row, other] : [other, row]
  if (Math.abs(row.baseline - other.baseline) <= SAME_ROW * small.size) return true
  const isRaised = small.size < 0.85 * large.size && Math.abs(large.baseline - small.baseline) < 0.65 * large.size
  const gap = Math.max(small.left - large.right, large.left - small.right)
  return isRaised && gap < MARK_GAP * large.size && small.right - small.left < 6 * large.size
}

/** Names of two characters in Han are often spread to the width of three. */
const isSpreadName = (last: TextItem | undefined, next: TextItem): boolean =>
  last !== undefined &&
  /^\p{Script=Han}$/u.test(last.text.trim()) &&
  /^\p{Script=Han}(?!\p{Script=Han})/u.test(next.text.trim())

/** Whether items go on with the list before them, behind a picture that the page has there: with a separator, or only with marks. */
const goesOn = (before: TextItem[], next: readonly TextItem[]): boolean => {
  const main = fragmentOf(before)
  if ((next[0]?.x ?? Infinity) - main.right > PICTURE_GAP * main.size) return false
  const text = next.find((item) => !isSmallRaised(item, main))
  return text === undefined || /^\s*(?:[,;·&，、；]|and\s|und\s|et\s)/u.test(text.text)
}

const cellsOf = (fragments: readonly Fragment[], fonts: readonly FontStyle[]): FrontRow => {
  const items = fragments.flatMap((fragment) => fragment.items).toSorted((a, b) => a.x - b.x)
  const groups: TextItem[][] = []
  let [end, size] = [-Infinity, 0]
  for (const item of items) {
    const gap = isSpreadName(groups.at(-1)?.at(-1), item) ? SPREAD_GAP : CELL_GAP
    if (item.x - end > gap * Math.max(size, item.size)) groups.push([])
    groups.at(-1)?.push(item)
    end = item.x + item.width
    size = item.size
  }
  const joined: TextItem[][] = []
  for (const group of groups) {
    const before = joined.at(-1)
    if (before !== undefined && goesOn(before, group)) before.push(...group)
    else joined.push(group)
  }
  return joined.map((group) => cellOf(group, fonts)).filter((cell) => cell !== null)
}

/** The rows of a page from top to bottom, regardless of its columns. */
export const frontRows = (fragments: readonly Fragment[], fonts: readonly FontStyle[]): FrontRow[] => {
  const rows: { parts: Fragment[]; baseline: number; size: number }[] = []
  const ordered = fragments.toSorted((a, b) => a.baseline - b.baseline).slice(0, MAX_FRAGMENTS)
  for (const fragment of ordered) {
    const { baseline, size } = fragment
    const near = rows.slice(-4).filter(({ parts }) => parts.some((part) => isInRow(part, fragment)))
    const row = near.at(-1)
    if (row === undefined) rows.push({ parts: [fragment], baseline, size })
    else {
      // A mark that is apart came before the name that it belongs to.
      const marks = near.slice(0, -1).filter((other) => other.size < 0.85 * size)
      row.parts.push(fragment, ...marks.flatMap(({ parts }) => parts.splice(0)))
      if (size > row.size) Object.assign(row, { baseline, size })
    }
  }
  return rows
    .filter(({ parts }) => parts.length > 0)
    .toSorted((a, b) => a.baseline - b.baseline)
    .map(({ parts }) => cellsOf(parts, fonts))
    .filter((row) => row.length > 0)
}
