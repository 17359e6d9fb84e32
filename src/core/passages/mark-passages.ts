import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
import { placeName } from './anchor.ts'
import type { Passage } from './paper-passages.ts'

/**
 * Puts the ids of passages into the markup of their text. Rendered Markdown says the same letters in the same order, but
 * for marks, addresses and the like, so a passage is found by the letters it opens with.
 */

/** A tag, a character by its number or name, or a run of letters and digits. */
const PIECES = /<[^>]*>|&[#\w]{1,10};|(?<run>[\p{L}\p{N}]+)/gu
const RUN = /[\p{L}\p{N}]+/gu

/** Letters that tell where a passage begins; after words that are not found, such as an address, the next ones do. */
const OPENING_LETTERS = 24
const OPENINGS = 8
/** The beginning of a passage is all that is looked at. */
const LOOKED_AT = 1_500
/** Rendering leaves letters out and adds hardly any: a passage begins no further on than its text does, and so much. */
const ADDED_LETTERS = 200

/** How many letters and digits a text has. */
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

/** The letters of some markup, and where each run of them stands in it. */
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

/** The markup with an empty element before each passage, whose id is the name of the passage's place. */
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
      // What opens the text comes before its first tag.
      const offset = at === 0 ? 0 : index + at - runAt
      marked += markup.slice(copied, offset)
      copied = offset
    }
    marked += `<span id="${placeName(place)}"></span>`
  }
  return `${marked}${markup.slice(copied)}` as MarkdownMarkup
}
