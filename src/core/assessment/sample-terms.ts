import type { Paper } from '#core/papers/paper.ts'
import { FILLERS } from '#core/search/ranking/filler-words.ts'
import { BREAK, packWords, unpackWords, wordNumber } from '#core/search/ranking/packed-words.ts'
import { rankedWords, type RankedWords } from '#core/search/ranking/ranked-words.ts'
import { fold, tokenize } from '#core/text/tokenize.ts'

/** What papers are compared by: words, pairs of words that follow each other, and pieces of the title's words. */

/** A paper and its words as the ranking stores them. */
export type PaperSample = { paper: Paper; words: RankedWords<number> }

/** How often each word or pair occurs, and which pieces do, by their numbers. */
export type SampleTerms = { words: ReadonlyMap<number, number>; pieces: ReadonlyMap<number, number> }

/** A word of the title counts like so many of the abstract. */
const TITLE_WEIGHT = 2
/** A pair says much of what its words say once more. */
const PAIR_WEIGHT = 0.5
/** Letters in a piece: by them AgentBench and SWE-bench have something in common. */
const PIECE_LENGTH = 5
/** Numbers of pairs lie beyond those of words. */
const WORD_RANGE = 2 ** 32
const FNV_PRIME = 0x01000193

const fillers = new Set(Array.from(FILLERS, wordNumber)).add(BREAK)

const pairNumber = (first: number, second: number): number =>
  WORD_RANGE + ((Math.imul(first, FNV_PRIME) ^ second) >>> 0)

const addWords = (counts: Map<number, number>, words: Iterable<number>, weight: number): void => {
  let before: number | null = null
  for (const word of words) {
    if (fillers.has(word)) {
      before = null
      continue
    }
    counts.set(word, (counts.get(word) ?? 0) + weight)
    if (before !== null) {
      const pair = pairNumber(before, word)
      counts.set(pair, (counts.get(pair) ?? 0) + weight * PAIR_WEIGHT)
    }
    before = word
  }
}

/** Each word with a sign before and behind it, so that its beginning and end are pieces of their own. */
const titlePieces = (title: string): Map<number, number> => {
  const pieces = new Map<number, number>()
  for (const { parts } of tokenize(title, false))
    for (const { token } of parts) {
      const word = `<${fold(token)}>`
      for (let at = 0; at + PIECE_LENGTH <= word.length; at += 1)
        pieces.set(wordNumber(word.slice(at, at + PIECE_LENGTH)), 1)
    }
  return pieces
}

const countTerms = ({ paper, words }: PaperSample): SampleTerms => {
  const counts = new Map<number, number>()
  addWords(counts, words.title.inOrder, TITLE_WEIGHT)
  addWords(counts, words.abstract.inOrder, 1)
  return { words: counts, pieces: titlePieces(paper.title) }
}

const counted = new WeakMap<PaperSample, SampleTerms>()

/** The terms of a sample, counted once. */
export const sampleTerms = (sample: PaperSample): SampleTerms => {
  const known = counted.get(sample)
  if (known !== undefined) return known
  const terms = countTerms(sample)
  counted.set(sample, terms)
  return terms
}

/** A paper that is in no ranking yet, as one that is. */
export const toSample = (paper: Paper): PaperSample => ({ paper, words: unpackWords(packWords(rankedWords(paper))) })
