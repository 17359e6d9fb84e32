import type { KnownBlock } from '#pdf/blocks/classify-blocks.ts'
import { joinLines } from '#pdf/blocks/join-lines.ts'
import type { Line } from '#pdf/layout/line.ts'

const MARKS_AT_END = /[\s*∗†‡§¶⋆✩☆★]+$/u
/** Marks of notes behind a word; a star behind a letter is part of a name such as A*. */
const MARKS_WITHIN = /(?<=\p{L}{3})[*∗†‡§¶⋆]+(?=[\s:])/gu
const RAISED_NUMBER = /(?<=\p{Ll}{3})(?<number>\d{1,2})$/u
/** Letters of formulas that have signs of their own. */
const FORMULA = /[\u{1d400}-\u{1d7ff}]+(?: [\u{1d400}-\u{1d7ff}]+)*/gu

/** A line without the raised number of a note at its end. */
const withoutNote = ({ text, cells }: Line): string => {
  const number = RAISED_NUMBER.exec(text)?.groups?.number
  return number === undefined || (cells.at(-1) ?? '').endsWith(number) ? text : text.slice(0, -number.length)
}

/** What the blocks of a title say, without marks of notes; letters of formulas are plain ones. */
export const titleText = (blocks: readonly KnownBlock[]): string =>
  blocks
    .map(({ text, block: { lines } }) =>
      lines.some((line) => withoutNote(line) !== line.text) ? joinLines(lines.map(withoutNote), new Map()) : text,
    )
    .join(' ')
    .replace(MARKS_AT_END, '')
    .replaceAll(MARKS_WITHIN, '')
    .replaceAll(FORMULA, (signs) => signs.normalize('NFKC').replaceAll(' ', ''))
