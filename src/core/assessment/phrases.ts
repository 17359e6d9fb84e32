import { wordNumber } from '#core/search/ranking/ranked-words.ts'
import { tokenize } from '#core/text/tokenize.ts'
import type { PaperSample } from './vector-space.ts'
import type { NamedIn, SuggestionReason, Suggestion } from './suggestion.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { wordWeight } from '#core/search/ranking/stop-words.ts'

/** Finds names in a paper, in any inflection, and phrases that may become names. */

/** A concept, framework or type, with its names as sequences of word numbers; `name` is the one shown. */
export type Name = { name: string; phrases: readonly (readonly number[])[] }

/** The strength of a name in title or abstract; that of a label which every similar paper has is 1. */
const NAMED_STRENGTH = 0.2
/** All words of a name, in any position. */
const WORDS_STRENGTH = 0.1
/** A full text mentions much in passing; from this count on it is no accident. */
const MIN_TIMES_IN_FULL_TEXT = 3
const FULL_TEXT_STRENGTH = 0.1
/** Text beyond these is ignored, since an editor is waiting; prose reaches both at about the same place. */
const MAX_CHARACTERS = 100_000
const MAX_WORDS = 20_000
const BY_SPACES = /\S+\s*/gu

/** The part of a full text that is searched for names and phrases. */
const searchedPart = (fullText: string | null): string => {
  const beginning = (fullText ?? '').slice(0, MAX_CHARACTERS)
  let end = 0
  BY_SPACES.lastIndex = 0
  for (let words = 0; words < MAX_WORDS && BY_SPACES.test(beginning); words += 1) end = BY_SPACES.lastIndex
  return beginning.slice(0, end)
}

const phraseOf = (name: string): number[] =>
  tokenize(name.replaceAll('_', ' ')).flatMap(({ parts }) => parts.map(({ token }) => wordNumber(token)))

export const toName = (name: string, otherNames: readonly string[] = []): Name => ({
  name,
  phrases: [name, ...otherNames].map(phraseOf).filter((row) => row.length > 0),
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

/** The count of the most frequent of its names. */
const mostTimesIn = (where: Places, { phrases: rows }: Name): number =>
  Math.max(0, ...rows.map((row) => timesIn(where, row)))

export type NamedStrength = { strength: number; reasons: SuggestionReason[] }
export type NameFinder = {
  /** How strongly title, abstract and full text suggest something by naming it. */
  find(name: Name): NamedStrength
  /** How often a name occurs in title and abstract. */
  times(name: Name): { title: number; abstract: number }
}

export const nameFinder = ({ words }: PaperSample, fullText: string | null): NameFinder => {
  const title = places(words.title.inOrder)
  const abstract = places(words.abstract.inOrder)
  const whole = places(phraseOf(searchedPart(fullText)))
  const shareFound = (row: readonly number[]): number =>
    row.filter((word) => title.at.has(word) || abstract.at.has(word)).length / row.length
  const placeOf = (name: Name): { in: NamedIn; strength: number } | null => {
    if (mostTimesIn(title, name) > 0) return { in: 'title', strength: NAMED_STRENGTH }
    if (mostTimesIn(abstract, name) > 0) return { in: 'abstract', strength: NAMED_STRENGTH }
    const isInText = mostTimesIn(whole, name) >= MIN_TIMES_IN_FULL_TEXT
    return isInText ? { in: 'full text', strength: FULL_TEXT_STRENGTH } : null
  }
  return {
    find: (name) => {
      const place = placeOf(name)
      const wordStrength = WORDS_STRENGTH * Math.max(0, ...name.phrases.map(shareFound))
      if (place === null) return { strength: wordStrength, reasons: [] }
      return { strength: place.strength + wordStrength, reasons: [{ named: name.name, in: place.in }] }
    },
    times: (name) => ({ title: mostTimesIn(title, name), abstract: mostTimesIn(abstract, name) }),
  }
}

/** Candidates for new concepts: phrases of two or three words that a paper repeats and others rarely contain. */

const LENGTHS = [3, 2] as const
const MIN_TIMES = 3
const MIN_LETTERS = 3
/** One other paper per this many may contain the phrase, and one in any case. */
const PAPERS_PER_MENTION = 100
const MAX_EXAMINED = 40
const MAX_PROPOSED = 3
/** What may separate the words of a phrase. */
const JOINT = /^[\s-]$/u

type Phrase = { words: number[]; written: string; times: number }
type Piece = { token: string; start: number; end: number }

const isContentWord = ({ token }: Piece): boolean =>
  token.length >= MIN_LETTERS && wordWeight(token) === 1 && !/\d/u.test(token)

/** Whether a hyphen ties the phrase to a word outside it, such as “form video” in “long-form video”. */
const isPartOfCompound = (text: string, row: readonly Piece[]): boolean =>
  text[(row[0]?.start ?? 0) - 1] === '-' || text[row.at(-1)?.end ?? 0] === '-'

/** Counts the phrases of a text, written as they first occur. */
const countPhrases = (text: string, found: Map<string, Phrase>): void => {
  const pieces: Piece[] = tokenize(text).flatMap(({ parts }) => parts)
  for (const length of LENGTHS)
    for (let at = 0; at + length <= pieces.length; at += 1) {
      const row = pieces.slice(at, at + length)
      const isJoined = row.every((piece, index) => {
        const next = row[index + 1]
        return next === undefined || JOINT.test(text.slice(piece.end, next.start))
      })
      if (!isJoined || !row.every(isContentWord) || isPartOfCompound(text, row)) continue
      const key = row.map(({ token }) => token).join(' ')
      const known = found.get(key)
      if (known !== undefined) known.times += 1
      else {
        const written = text.slice(row[0]?.start, row.at(-1)?.end).toLowerCase()
        found.set(key, { words: row.map(({ token }) => wordNumber(token)), written, times: 1 })
      }
    }
}

const containsPhrase = (words: ArrayLike<number>, row: readonly number[]): boolean => {
  for (let at = 0; at + row.length <= words.length; at += 1)
    if (row.every((word, index) => words[at + index] === word)) return true
  return false
}

const isWithin = (inner: readonly number[], outer: readonly number[]): boolean => containsPhrase(outer, inner)

/** @param names of all existing concepts */
export const newPhrases = (
  { title, abstract, fullText }: Pick<PaperWithText, 'title' | 'abstract' | 'fullText'>,
  { samples, names }: { samples: readonly PaperSample[]; names: readonly Name[] },
): Suggestion<string>[] => {
  const found = new Map<string, Phrase>()
  for (const text of [title, abstract ?? '', searchedPart(fullText)]) countPhrases(text, found)
  const known = names.flatMap(({ phrases: rows }) => rows)
  const repeated = [...found.values()]
    .filter(({ times }) => times >= MIN_TIMES)
    .toSorted((a, b) => b.times - a.times || b.words.length - a.words.length || (a.written < b.written ? -1 : 1))
    .slice(0, MAX_EXAMINED)
    .filter(({ words: row }) => !known.some((name) => isWithin(name, row) || isWithin(row, name)))
  const most = Math.max(1, Math.floor(samples.length / PAPERS_PER_MENTION))
  const rare = repeated.filter(({ words: row }) => {
    const having = samples.filter(
      ({ words }) => containsPhrase(words.title.inOrder, row) || containsPhrase(words.abstract.inOrder, row),
    )
    return having.length <= most
  })
  // A part of a longer phrase that occurs as often adds nothing.
  const whole = rare.filter(
    (phrase) =>
      !rare.some((other) => other !== phrase && other.times >= phrase.times && isWithin(phrase.words, other.words)),
  )
  return whole.slice(0, MAX_PROPOSED).map(({ written, times }) => ({
    value: written,
    strength: times / (times + MIN_TIMES),
    reasons: [{ says: written, times }],
  }))
}
