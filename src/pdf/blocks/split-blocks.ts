import type { Line, ReadColumn } from '#pdf/layout/line.ts'
import { leadingOf } from './text-style.ts'

/** Lines that belong together: a paragraph or a part of one, a heading, a caption, a row of a table. */
export type Block = {
  lines: Line[]
  page: number
  /** The column that it stands in, counted through the document. */
  column: number
  left: number
  right: number
  size: number
  isBold: boolean
  isItalic: boolean
  /** Whether its first line is indented. */
  isIndented: boolean
}

/** Distances of baselines beyond this many leadings part paragraphs. */
const GAP = 1.3
/** Indents are wider than this and narrower than that, in sizes; wider ones are centred lines. */
const INDENT = 0.7
const WIDEST_INDENT = 4.5
const SENTENCE_END = /[.?!:…][)\]"'”’\d†‡*∗]*$/u
const BULLET = /^(?:[•▪◦‣∙●■–]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]) ?\S/u

const firstWordWidth = ({ text, left, right }: Line): number =>
  ((right - left) * (text.indexOf(' ') === -1 ? text.length : text.indexOf(' '))) / Math.max(1, text.length)

const isIndented = (line: Line, left: number): boolean =>
  line.left - left > INDENT * line.size && line.left - left < WIDEST_INDENT * line.size

const isCentred = (line: Line, { left, right }: ReadColumn): boolean =>
  line.left - left > line.size && Math.abs(line.left - left - (right - line.right)) < 1.5 * line.size

/** Whether a line begins something new, seen from the one before it. */
const begins = (line: Line, last: Line, column: ReadColumn & { leading: number }): boolean => {
  if (Math.abs(line.size - last.size) > 0.08 * Math.max(line.size, last.size)) return true
  if (line.isBold !== last.isBold) return true
  const distance = (line.baseline - last.baseline) / line.size
  if (distance > GAP * column.leading || distance < 0) return true
  if (isCentred(line, column) && isCentred(last, column)) return false
  const { left, right } = column
  if (isIndented(line, left) && !isIndented(last, left) && last.left - left < INDENT * last.size) return true
  if (BULLET.test(line.text) && (SENTENCE_END.test(last.text) || /^[•▪◦‣∙●■]/u.test(line.text))) return true
  // The first word would have had room behind the last one.
  const room = right - last.right - firstWordWidth(line)
  return room > 1.2 * line.size && (SENTENCE_END.test(last.text) || room > 0.25 * (right - left))
}

const blockOf = (lines: Line[], column: ReadColumn, index: number): Block => {
  const signs = (wanted: (line: Line) => boolean): number =>
    lines.reduce((sum, line) => sum + (wanted(line) ? line.text.length : -line.text.length), 0)
  const [first] = lines
  return {
    lines,
    page: column.page,
    column: index,
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
    size: first?.size ?? 0,
    isBold: signs(({ isBold }) => isBold) > 0,
    isItalic: signs(({ isItalic }) => isItalic) > 0,
    isIndented: first !== undefined && isIndented(first, column.left),
  }
}

/** The blocks of a column in their order. @param index the number of the column in the document */
export const splitBlocks = (column: ReadColumn, index: number): Block[] => {
  const blocks: Line[][] = []
  const measured = { ...column, leading: leadingOf(column.lines) }
  let last: Line | undefined
  for (const line of column.lines) {
    if (last === undefined || begins(line, last, measured)) blocks.push([line])
    else blocks.at(-1)?.push(line)
    last = line
  }
  return blocks.map((lines) => blockOf(lines, column, index))
}
