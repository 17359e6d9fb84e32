import type { Line, ReadColumn } from '#pdf/layout/line.ts'
import { joinLines, type KnownWords, isReferencesHeading, numberedLevel, type KnownBlock } from './blocks.ts'

const MARK = /^(?:\[(?<name>[^\]]{1,12})\]|\(?(?<number>\d{1,3})[.)]|(?<bare>\d{1,3}) (?=\p{Lu}))/u

/** Whether lines have marks such as [3] or 3. that count up. */
const areMarked = (lines: readonly Line[]): boolean => {
  const marks = lines.map(({ text }) => MARK.exec(text)?.groups).filter((found) => found !== undefined)
  const numbers = marks
    .map(({ name, number, bare }) => Number(number ?? bare ?? name))
    .filter((number) => Number.isInteger(number))
  const named = marks.filter(({ name }) => name !== undefined).length
  const rising = numbers.filter((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)
  return named >= 2 || (numbers.length >= 2 && rising.length * 3 >= numbers.length * 2)
}

/** Whether continuation lines are indented. */
const areHanging = ({ lines, left }: ReadColumn): boolean => {
  const indented = lines.filter((line) => line.left - left > 0.6 * line.size && line.left - left < 6 * line.size)
  return indented.length * 5 > lines.length && indented.length < lines.length
}

type Start = (line: Line, last: Line | undefined, column: ReadColumn) => boolean

const startOf = (columns: readonly ReadColumn[]): Start => {
  if (areMarked(columns.flatMap(({ lines }) => lines))) {
    const isPlain = columns.some(({ lines }) => lines.some(({ text }) => /^\[[^\]]{1,12}\]/u.test(text)))
    return ({ text }) => (isPlain ? /^\[[^\]]{1,12}\]/u.test(text) : MARK.test(text))
  }
  if (columns.some(areHanging)) return (line, _last, { left }) => line.left - left < 0.5 * line.size
  return (line, last, { right }) =>
    last !== undefined &&
    /[.\d]$/u.test(last.text) &&
    (line.baseline - last.baseline > 1.45 * line.size || right - last.right > 3 * line.size)
}

/** The entries of a list of references, across its columns. */
export const referenceEntries = (columns: readonly ReadColumn[], words: KnownWords): string[] => {
  const entries: string[][] = []
  const starts = startOf(columns)
  for (const column of columns) {
    let last: Line | undefined
    for (const line of column.lines) {
      if (entries.length === 0 || starts(line, last, column)) entries.push([line.text])
      else entries.at(-1)?.push(line.text)
      last = line
    }
  }
  return entries.map((lines) => joinLines(lines, words))
}

/** A document divided into the text before the references, the references, and the text after them, such as an appendix. */
export type DividedBlocks = {
  before: KnownBlock[]
  heading: KnownBlock | null
  list: ReadColumn[]
  after: KnownBlock[]
}

const looksAlike = (a: KnownBlock, b: KnownBlock): boolean =>
  Math.abs(a.block.size - b.block.size) < 0.3 && a.block.isBold === b.block.isBold

/** Whether a block ends the list: a heading that is numbered or looks like the list's own. */
const endsList = (block: KnownBlock, heading: KnownBlock): boolean =>
  block.kind === 'heading' &&
  (looksAlike(block, heading) || (numberedLevel(block.text) !== null && block.block.size >= heading.block.size - 0.3))

/** Finds the last list of references: a book may have one in each chapter. */
export const takeReferences = (blocks: readonly KnownBlock[], columns: readonly ReadColumn[]): DividedBlocks => {
  const at = blocks.findLastIndex(({ kind, text }) => kind === 'heading' && isReferencesHeading(text))
  const heading = blocks[at]
  if (heading === undefined) return { before: [...blocks], heading: null, list: [], after: [] }
  const found = blocks.findIndex((block, index) => index > at && endsList(block, heading))
  const end = found === -1 ? blocks.length : found
  const listed = blocks.slice(at + 1, end).filter(({ kind }) => kind !== 'caption')
  const list = [...Map.groupBy(listed, ({ column }) => column)].flatMap(([index, own]) => {
    const column = columns[index]
    return column === undefined ? [] : [{ ...column, lines: own.flatMap(({ block }) => block.lines) }]
  })
  const captions = blocks.slice(at + 1, end).filter(({ kind }) => kind === 'caption')
  return { before: blocks.slice(0, at), heading, list, after: [...captions, ...blocks.slice(end)] }
}
