import type { PaperWithText } from '#core/papers/paper.ts'
import { wordWeight } from '#core/search/ranking/filler-words.ts'
import { wordNumber } from '#core/search/ranking/packed-words.ts'
import { tokenize } from '#core/text/tokenize.ts'
import type { Name } from './named-in-text.ts'
import type { PaperSample } from './sample-terms.ts'
import type { Suggestion } from './suggestion.ts'

/** Phrases of two or three words that a paper repeats while others hardly have them: proposals for new concepts. */

const LENGTHS = [3, 2] as const
const LEAST_TIMES = 3
const LEAST_LETTERS = 3
/** One other paper in so many may have it, and one in any case. */
const PAPERS_PER_MENTION = 100
const MOST_EXAMINED = 40
const MOST_PROPOSED = 3
const MOST_CHARACTERS = 100_000
/** Between words that belong together. */
const JOINT = /^[\s-]$/u

type Phrase = { row: number[]; written: string; times: number }
type Piece = { token: string; start: number; end: number }

const isTelling = ({ token }: Piece): boolean =>
  token.length >= LEAST_LETTERS && wordWeight(token) === 1 && !/\d/u.test(token)

/** Whether a hyphen holds the phrase to a word that is no part of it: “form video” of “long-form video”. */
const isTorn = (text: string, row: readonly Piece[]): boolean =>
  text[(row[0]?.start ?? 0) - 1] === '-' || text[row.at(-1)?.end ?? 0] === '-'

/** All phrases of a text, written as they first stand there. */
const countPhrases = (text: string, found: Map<string, Phrase>): void => {
  const pieces: Piece[] = tokenize(text).flatMap(({ parts }) => parts)
  for (const length of LENGTHS)
    for (let at = 0; at + length <= pieces.length; at += 1) {
      const row = pieces.slice(at, at + length)
      const isJoined = row.every((piece, index) => {
        const next = row[index + 1]
        return next === undefined || JOINT.test(text.slice(piece.end, next.start))
      })
      if (!isJoined || !row.every(isTelling) || isTorn(text, row)) continue
      const key = row.map(({ token }) => token).join(' ')
      const known = found.get(key)
      if (known !== undefined) known.times += 1
      else {
        const written = text.slice(row[0]?.start, row.at(-1)?.end).toLowerCase()
        found.set(key, { row: row.map(({ token }) => wordNumber(token)), written, times: 1 })
      }
    }
}

const holds = (words: ArrayLike<number>, row: readonly number[]): boolean => {
  for (let at = 0; at + row.length <= words.length; at += 1)
    if (row.every((word, index) => words[at + index] === word)) return true
  return false
}

/** Whether one phrase stands within another. */
const isWithin = (inner: readonly number[], outer: readonly number[]): boolean => holds(outer, inner)

/** @param names of all concepts that there are */
export const newPhrases = (
  { title, abstract, fullText }: Pick<PaperWithText, 'title' | 'abstract' | 'fullText'>,
  { samples, names }: { samples: readonly PaperSample[]; names: readonly Name[] },
): Suggestion<string>[] => {
  const found = new Map<string, Phrase>()
  for (const text of [title, abstract ?? '', (fullText ?? '').slice(0, MOST_CHARACTERS)]) countPhrases(text, found)
  const known = names.flatMap(({ rows }) => rows)
  const repeated = [...found.values()]
    .filter(({ times }) => times >= LEAST_TIMES)
    .toSorted((a, b) => b.times - a.times || b.row.length - a.row.length || (a.written < b.written ? -1 : 1))
    .slice(0, MOST_EXAMINED)
    .filter(({ row }) => !known.some((name) => isWithin(name, row) || isWithin(row, name)))
  const most = Math.max(1, Math.floor(samples.length / PAPERS_PER_MENTION))
  const rare = repeated.filter(({ row }) => {
    const having = samples.filter(({ words }) => holds(words.title.inOrder, row) || holds(words.abstract.inOrder, row))
    return having.length <= most
  })
  // A part of a longer phrase that is said as often adds nothing.
  const whole = rare.filter(
    (phrase) =>
      !rare.some((other) => other !== phrase && other.times >= phrase.times && isWithin(phrase.row, other.row)),
  )
  return whole.slice(0, MOST_PROPOSED).map(({ written, times }) => ({
    value: written,
    strength: times / (times + LEAST_TIMES),
    reasons: [{ says: written, times }],
  }))
}
