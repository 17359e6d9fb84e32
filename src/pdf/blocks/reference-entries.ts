import type { Line, ReadColumn } from '#pdf/layout/line.ts'
import { joinLines, type KnownWords } from './join-lines.ts'

const MARK = /^(?:\[(?<name>[^\]]{1,12})\]|\(?(?<number>\d{1,3})[.)]|(?<bare>\d{1,3}) (?=\p{Lu}))/u

/** Whether lines carry marks such as [3] or 3. that count up. */
const areMarked = (lines: readonly Line[]): boolean => {
  const marks = lines.map(({ text }) => MARK.exec(text)?.groups).filter((found) => found !== undefined)
  const numbers = marks
    .map(({ name, number, bare }) => Number(number ?? bare ?? name))
    .filter((number) => Number.isInteger(number))
  const named = marks.filter(({ name }) => name !== undefined).length
  const rising = numbers.filter((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)
  return named >= 2 || (numbers.length >= 2 && rising.length * 3 >= numbers.length * 2)
}

/** Whether lines that go on are indented behind those that begin. */
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

/** The entries of a list of references, over all the columns that it stands in. */
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
