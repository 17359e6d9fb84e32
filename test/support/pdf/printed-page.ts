import type { PositionedText, TextItem, TextPage } from '../../../src/pdf/document/positioned-text.ts'

/** Fonts of printed pages: 0 is plain, 1 bold, 2 italic. */
const fonts = [
  { isBold: false, isItalic: false },
  { isBold: true, isItalic: false },
  { isBold: false, isItalic: true },
]

type Print = { x?: number; y: number; size?: number; font?: number; leading?: number }

/** About what letters of Times take. */
const WIDTH = 0.45

/** Lines of text from a place downwards; a line that begins with spaces is indented by them. */
export const printed = (
  lines: readonly string[],
  { x = 72, y, size = 10, font = 0, leading = 12 }: Print,
): TextItem[] =>
  lines.map((line, index) => {
    const text = line.trimStart()
    const indent = (line.length - text.length) * WIDTH * size
    return { text, x: x + indent, y: y + index * leading, width: text.length * WIDTH * size, size, font }
  })

/** A page of letter size with items in the order in which they are written. */
export const page = (items: readonly TextItem[], sideways: string[] = []): TextPage => ({
  width: 612,
  height: 792,
  items: [...items],
  sideways,
})

export const positioned = (pages: TextPage[], info: Partial<PositionedText['info']> = {}): PositionedText => ({
  pages,
  fonts,
  info: { title: '', author: '', subject: '', created: '', ...info },
})

const WORDS =
  'agents keep a plan of what they have done and of what remains so that work which lasts for days survives a failure of any part'.split(
    ' ',
  )

/** Lines of one width with text that goes on, the last of them shorter: a paragraph whose first word is `first`. */
export const paragraph = (first: string, lines: number, width = 46): string[] => {
  const found: string[] = []
  let [line, at] = [first, first.length]
  while (found.length < lines) {
    const word = WORDS[at % WORDS.length] ?? ''
    at += 1
    if (line.length + word.length + 1 > width) {
      found.push(line.padEnd(width, '.').slice(0, Math.max(line.length, 1)))
      line = word
    } else line += ` ${word}`
  }
  return [...found.slice(0, -1), `${(found.at(-1) ?? '').slice(0, Math.floor(width / 2)).trimEnd()}.`]
}
