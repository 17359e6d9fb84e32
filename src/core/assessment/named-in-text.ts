import { wordNumber } from '#core/search/ranking/packed-words.ts'
import { tokenize } from '#core/text/tokenize.ts'
import type { PaperSample } from './sample-terms.ts'
import type { NamedIn, SuggestionReason } from './suggestion.ts'

/** Which names a paper says, as whole names in any word form, and how much that speaks for them. */

/** A concept, framework or type, with all that it is called; the first name is the one that is shown. */
export type Name = { name: string; rows: readonly (readonly number[])[] }

/** A name in title or abstract, against the estimate of a label that every like paper has, which is 1. */
const NAMED_STRENGTH = 0.2
/** All words of a name, wherever they stand. */
const WORDS_STRENGTH = 0.1
/** A full text names much in passing; this often it is no accident. */
const LEAST_TIMES_IN_FULL_TEXT = 3
const FULL_TEXT_STRENGTH = 0.1
/** Further text is not looked at: an editor waits for the answer. */
const MOST_CHARACTERS = 100_000

const rowOf = (name: string): number[] =>
  tokenize(name.replaceAll('_', ' ')).flatMap(({ parts }) => parts.map(({ token }) => wordNumber(token)))

export const toName = (name: string, otherNames: readonly string[] = []): Name => ({
  name,
  rows: [name, ...otherNames].map(rowOf).filter((row) => row.length > 0),
})

type Places = { at: ReadonlyMap<number, number[]>; words: ArrayLike<number> }

const places = (words: ArrayLike<number>): Places => {
  const at = new Map<number, number[]>()
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? 0
    const known = at.get(word)
    if (known === undefined) at.set(word, [index])
    else known.push(index)
  }
  return { at, words }
}

const timesIn = ({ at, words }: Places, row: readonly number[]): number =>
  (at.get(row[0] ?? 0) ?? []).filter((start) => row.every((word, index) => words[start + index] === word)).length

/** How often the name stands there that does most often. */
const mostTimesIn = (where: Places, { rows }: Name): number => Math.max(0, ...rows.map((row) => timesIn(where, row)))

export type NamedStrength = { strength: number; reasons: SuggestionReason[] }
export type NameFinder = {
  /** How much title, abstract and full text speak for something by naming it. */
  find(name: Name): NamedStrength
  /** How often a name stands in title and abstract. */
  times(name: Name): { title: number; abstract: number }
}

export const nameFinder = ({ words }: PaperSample, fullText: string | null): NameFinder => {
  const title = places(words.title.inOrder)
  const abstract = places(words.abstract.inOrder)
  const whole = places(rowOf((fullText ?? '').slice(0, MOST_CHARACTERS)))
  const saidOf = (row: readonly number[]): number =>
    row.filter((word) => title.at.has(word) || abstract.at.has(word)).length / row.length
  const placeOf = (name: Name): { in: NamedIn; strength: number } | null => {
    if (mostTimesIn(title, name) > 0) return { in: 'title', strength: NAMED_STRENGTH }
    if (mostTimesIn(abstract, name) > 0) return { in: 'abstract', strength: NAMED_STRENGTH }
    const isInText = mostTimesIn(whole, name) >= LEAST_TIMES_IN_FULL_TEXT
    return isInText ? { in: 'full text', strength: FULL_TEXT_STRENGTH } : null
  }
  return {
    find: (name) => {
      const place = placeOf(name)
      const wordStrength = WORDS_STRENGTH * Math.max(0, ...name.rows.map(saidOf))
      if (place === null) return { strength: wordStrength, reasons: [] }
      return { strength: place.strength + wordStrength, reasons: [{ named: name.name, in: place.in }] }
    },
    times: (name) => ({ title: mostTimesIn(title, name), abstract: mostTimesIn(abstract, name) }),
  }
}
