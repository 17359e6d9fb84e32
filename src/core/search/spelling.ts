import type { Paper } from '#core/papers/paper.ts'
import { editDistance } from '#core/text/edit-distance.ts'
import { tokenize } from '#core/text/tokenize.ts'
import { doSteps, mapTextsInSteps, type Steps } from '#core/steps.ts'

/** Shorter words have too many neighbours; longer ones are rarely words. */
export const MIN_SPELLING_LENGTH = 4
const MAX_SPELLING_LENGTH = 24
const LETTERS = /^\p{Ll}+$/u

const isSpellable = (word: string): boolean =>
  word.length >= MIN_SPELLING_LENGTH && word.length <= MAX_SPELLING_LENGTH && LETTERS.test(word)

/** The distinct words of a text, folded but not stemmed. */
export const spellableWords = (text: string): string[] => [
  ...new Set(tokenize(text, false).flatMap(({ parts }) => parts.map(({ token }) => token).filter(isSpellable))),
]

/** The words that “did you mean” may suggest: those of title, authors, topics and concepts. */
export function* paperSpellingsInSteps({ title, authors, topics, concepts }: Paper): Steps<string[]> {
  const words = yield* mapTextsInSteps([title, ...authors, ...topics, ...concepts], spellableWords)
  return [...new Set(words.flat())]
}

/** The same at once. */
export const paperSpellings = (paper: Paper): string[] => doSteps(paperSpellingsInSteps(paper))

/** Words of a typed query that may be misspelt, with their offsets; field names are excluded. */
export const correctableWords = (text: string): { word: string; start: number; end: number }[] =>
  tokenize(text, false)
    .flatMap(({ parts }) => parts)
    .filter(({ token, end }) => isSpellable(token) && text[end] !== ':')
    .map(({ token, start, end }) => ({ word: token, start, end }))

/** One typo in a short word, two in a longer one. */
export const maxEdits = (word: string): number => (word.length < 6 ? 1 : 2)

export type Spelling = { word: string; papers: number }

/** The nearest known word, the most frequent among equals; null when none is near. */
export const nearestSpelling = (word: string, known: readonly Spelling[]): string | null => {
  const allowed = maxEdits(word)
  let best: (Spelling & { typos: number }) | null = null
  for (const candidate of known) {
    const typos = editDistance(word, candidate.word, best?.typos ?? allowed)
    if (typos > allowed) continue
    const isBetter = best === null || typos < best.typos || (typos === best.typos && candidate.papers > best.papers)
    if (isBetter) best = { ...candidate, typos }
  }
  return best?.word ?? null
}

/** Shorter parts are prefixes or suffixes; shorter words contain other words by chance. */
const MIN_PART_LENGTH = 3
const MIN_JOINED_LENGTH = 8
/** A part in fewer papers is a coincidence. */
const MIN_PAPERS_WITH_PART = 3

/** All ways to split a word in two; none for short words. */
export const wordSplits = (word: string): [string, string][] =>
  word.length < MIN_JOINED_LENGTH
    ? []
    : Array.from({ length: word.length - 2 * MIN_PART_LENGTH + 1 }, (_, index) => {
        const cut = index + MIN_PART_LENGTH
        return [word.slice(0, cut), word.slice(cut)]
      })

/**
 * Splits a word into two known words, such as helpdesk into help desk; null where there is no such split.
 * @param papersWith the number of papers with a word
 */
export const likeliestSplit = (word: string, papersWith: (part: string) => number): [string, string] | null => {
  let best: { parts: [string, string]; papers: number } | null = null
  for (const parts of wordSplits(word)) {
    const papers = Math.min(...parts.map(papersWith))
    if (papers >= MIN_PAPERS_WITH_PART && papers > (best?.papers ?? 0)) best = { parts, papers }
  }
  return best?.parts ?? null
}
