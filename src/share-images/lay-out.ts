import { SHARE_IMAGE_HEIGHT as HEIGHT, SHARE_IMAGE_WIDTH as WIDTH, type ShareImage } from '#ports/share-images.ts'
import type { FontWidths } from './font-widths.ts'

/** Where the words of a picture stand, as SVG. */

export type Fonts = Readonly<Record<400 | 600, FontWidths>>

const EDGE = 80
const MEASURE = WIDTH - 2 * EDGE
const BAR = 20
const RULE = HEIGHT - 130
const PAPER = '#fdfcf9'
const INK = '#1f1c18'
const SOFT = '#625b51'
const RULE_COLOUR = '#ddd6c9'
const SMALL = 30
const TITLE_TOP = 150
const LEADING = 1.2
/** The largest size at which a title fits is taken, so that a long one has more and smaller lines. */
const TITLE_SIZES = [72, 62, 54, 46, 40] as const
const MAX_TITLE_LETTERS = 400
const MAX_FACT_LETTERS = 200

/** Signs that only decorate a text, or say how others are joined. */
const DECORATION =
  /[\p{Extended_Pictographic}\p{Cf}\p{Cc}\p{Variation_Selector}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu
/** Signs of text that count as pictograms, too. */
const KEPT = /[©®™‼⁉↔↕\d#*]/u

/**
 * The text as the font can draw it; null if it lacks a letter. Nobody is shown half a title, or boxes: our font has Latin, Greek and
 * Cyrillic letters, and a server need not have any other.
 */
const drawable = (text: string, font: FontWidths, most: number): string | null => {
  const clean = Array.from(
    text
      .normalize('NFC')
      .replaceAll(DECORATION, (sign) => (KEPT.test(sign) ? sign : ' '))
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  )
  if (clean.length === 0 || clean.some((letter) => font.of(letter.codePointAt(0) ?? 0) === null)) return null
  return clean.length > most ? `${clean.slice(0, most).join('').trimEnd()}…` : clean.join('')
}

const widthOf = (text: string, font: FontWidths): number =>
  Array.from(text).reduce((sum, letter) => sum + (font.of(letter.codePointAt(0) ?? 0) ?? 0), 0)

/** The beginning of a text that is at most so wide, and the rest. */
const cutAt = (text: string, font: FontWidths, width: number): [string, string] => {
  let sum = 0
  let end = 0
  for (const letter of text) {
    sum += widthOf(letter, font)
    if (sum > width && end > 0) break
    end += letter.length
  }
  return [text.slice(0, end), text.slice(end)]
}

/** Lines of at most a width in em. A word that is wider than a line is cut. */
export const wrapByWidth = (text: string, font: FontWidths, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer, font) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    let rest = word
    while (widthOf(rest, font) > width) {
      const [head, tail] = cutAt(rest, font, width)
      lines.push(head)
      rest = tail
    }
    line = rest
  }
  return line === '' ? lines : [...lines, line]
}

/** A line of at most a width in em; what does not fit is left out. */
const shortened = (text: string, font: FontWidths, width: number): string =>
  widthOf(text, font) <= width ? text : `${cutAt(text, font, width - widthOf('…', font))[0].trimEnd()}…`

type TitleLines = { size: number; lines: string[] }

const titleLines = (title: string, font: FontWidths): TitleLines => {
  const room = RULE - 30 - TITLE_TOP
  const fitting = (size: number): number => Math.floor(room / (size * LEADING))
  for (const size of TITLE_SIZES) {
    const lines = wrapByWidth(title, font, MEASURE / size)
    if (lines.length <= fitting(size)) return { size, lines }
  }
  const size = TITLE_SIZES[TITLE_SIZES.length - 1] ?? 0
  const lines = wrapByWidth(title, font, MEASURE / size)
  const last = lines.slice(fitting(size) - 1).join(' ')
  return { size, lines: [...lines.slice(0, fitting(size) - 1), shortened(last, font, MEASURE / size)] }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/gu, (sign) => ESCAPES[sign] ?? sign)

type Words = { text: string; x?: number; y: number; size: number; weight: 400 | 600; colour: string; anchor?: 'end' }

const words = ({ text, x = EDGE, y, size, weight, colour, anchor }: Words): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}"${anchor === undefined ? '' : ` text-anchor="${anchor}"`}>${escaped(text)}</text>`

/** The picture as SVG, for a renderer that has our two fonts. Words that they cannot draw are left out. */
export const layOut = ({ houseName, kind, title, facts, accent }: ShareImage, fonts: Fonts): string => {
  const house = drawable(houseName, fonts[600], MAX_FACT_LETTERS)
  const shownTitle = drawable(title, fonts[600], MAX_TITLE_LETTERS)
  const shownFacts = facts.flatMap((fact) => drawable(fact, fonts[400], MAX_FACT_LETTERS) ?? []).join(' · ')
  // Without a title, the name of the house is the title.
  const large = shownTitle ?? house
  const { size, lines } = large === null ? { size: 0, lines: [] } : titleLines(large, fonts[600])
  const half = MEASURE / 2 / SMALL
  const parts = [
    house !== null &&
      shownTitle !== null &&
      words({ text: shortened(house, fonts[600], half), y: 100, size: SMALL, weight: 600, colour: INK }),
    words({ text: kind, x: WIDTH - EDGE, y: 100, size: SMALL, weight: 400, colour: SOFT, anchor: 'end' }),
    ...lines.map((line, index) =>
      words({ text: line, y: Math.round(TITLE_TOP + size + index * size * LEADING), size, weight: 600, colour: INK }),
    ),
    shownFacts !== '' &&
      words({
        text: shortened(shownFacts, fonts[400], MEASURE / SMALL),
        y: RULE + 62,
        size: SMALL,
        weight: 400,
        colour: SOFT,
      }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Source Serif 4"><rect width="100%" height="100%" fill="${PAPER}"/><rect width="${BAR}" height="100%" fill="${escaped(accent)}"/><rect x="${EDGE}" y="${RULE}" width="${MEASURE}" height="2" fill="${RULE_COLOUR}"/>${parts.filter((part) => part !== false).join('')}</svg>`
}
