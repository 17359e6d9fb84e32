import type { MarkdownMarkup } from '#core/text/markdown.ts'
import { placeName, type Passage } from './anchor.ts'

/**
 * Inserts the ids of passages into rendered markup. Rendering keeps the letters in order, except for syntax and addresses, so a
 * passage is located by its first letters.
 */

/** A formula, a tag, a character reference, or a run of letters and digits. */
const PIECES = /<math[^>]*>[^]*?<\/math>|<[^>]*>|&[#\w]{1,10};|(?<run>[\p{L}\p{N}]+)/gu
const RUN = /[\p{L}\p{N}]+/gu

/** The letters searched for; if they are not found, as with an address, those from the next word on are tried. */
const OPENING_LETTERS = 24
const OPENINGS = 8
/** How much of a passage is examined. */
const LOOKED_AT = 1_500
/** How far beyond its source a passage may begin: rendering drops letters but adds few. */
const ADDED_LETTERS = 200

export const countLetters = (text: string): number =>
  (text.match(RUN) ?? []).reduce((sum, { length }) => sum + length, 0)

const openingsOf = (text: string): string[] => {
  const beginning = text.slice(0, LOOKED_AT)
  const runs = beginning.match(RUN) ?? []
  return runs
    .slice(0, OPENINGS)
    .map((_, index) => runs.slice(index).join('').slice(0, OPENING_LETTERS))
    .filter((opening) => opening !== '')
}

/** The letters of the markup, and the offset of each run of them. */
const indexLetters = (markup: string): { letters: string; runs: { at: number; index: number }[] } => {
  const runs: { at: number; index: number }[] = []
  const found: string[] = []
  let at = 0
  for (const match of markup.matchAll(PIECES)) {
    const { run } = match.groups ?? {}
    if (run === undefined) continue
    runs.push({ at, index: match.index })
    found.push(run)
    at += run.length
  }
  return { letters: found.join(''), runs }
}

/** Inserts an empty element before each passage, whose id is the name of its place. */
export const markPassages = (markup: MarkdownMarkup, passages: readonly Passage[]): MarkdownMarkup => {
  const { letters, runs } = indexLetters(markup)
  let marked = ''
  let copied = 0
  let from = 0
  let skipped = 0
  let run = 0
  for (const { place, text } of passages) {
    const searched = letters.slice(from, from + skipped + ADDED_LETTERS)
    const found = openingsOf(text)
      .map((opening) => searched.indexOf(opening))
      .find((offset) => offset !== -1)
    skipped += countLetters(text)
    if (found !== undefined) {
      const at = from + found
      from = at
      skipped = countLetters(text)
      while ((runs[run + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) run += 1
      const { at: runAt, index } = runs[run] ?? { at: 0, index: 0 }
      // The first passage begins before the first tag.
      const offset = at === 0 ? 0 : index + at - runAt
      marked += markup.slice(copied, offset)
      copied = offset
    }
    marked += `<span id="${placeName(place)}"></span>`
  }
  return `${marked}${markup.slice(copied)}` as MarkdownMarkup
}
