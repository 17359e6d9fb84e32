import type { Paper } from '#core/papers/paper.ts'
import { editDistance } from '#core/text/words/edit-distance.ts'
import { tokenize } from '#core/text/tokenize.ts'

/** Words as they are written, and the one that somebody who mistyped may have meant. */

/** Shorter words have too many neighbours; longer ones are no words. */
export const MIN_SPELLING_LENGTH = 4
const MAX_SPELLING_LENGTH = 24
const LETTERS = /^\p{Ll}+$/u

const isSpellable = (word: string): boolean =>
  word.length >= MIN_SPELLING_LENGTH && word.length <= MAX_SPELLING_LENGTH && LETTERS.test(word)

/** The different words of a text, folded but not cut to their stems. */
export const spellableWords = (text: string): string[] => [
  ...new Set(tokenize(text, false).flatMap(({ parts }) => parts.map(({ token }) => token).filter(isSpellable))),
]

/** The words that “did you mean” may propose: those of title, authors, topics and concepts. */
export const paperSpellings = ({ title, authors, topics, concepts }: Paper): string[] =>
  spellableWords([title, ...authors, ...topics, ...concepts].join(' \n '))

/** The words of a typed query that may be misspelt, with their places in it; names of fields are none. */
export const correctableWords = (text: string): { word: string; start: number; end: number }[] =>
  tokenize(text, false)
    .flatMap(({ parts }) => parts)
    .filter(({ token, end }) => isSpellable(token) && text[end] !== ':')
    .map(({ token, start, end }) => ({ word: token, start, end }))

/** One slip in a short word, two in a longer one. */
export const maxEdits = (word: string): number => (word.length < 6 ? 1 : 2)

export type Spelling = { word: string; papers: number }

/** The nearest word, of equally near ones that of most papers; null when none is near. */
export const nearestSpelling = (word: string, known: readonly Spelling[]): string | null => {
  const allowed = maxEdits(word)
  let best: (Spelling & { slips: number }) | null = null
  for (const candidate of known) {
    const slips = editDistance(word, candidate.word, best?.slips ?? allowed)
    if (slips > allowed) continue
    const isBetter = best === null || slips < best.slips || (slips === best.slips && candidate.papers > best.papers)
    if (isBetter) best = { ...candidate, slips }
  }
  return best?.word ?? null
}

/** Shorter parts are prefixes and suffixes, and shorter words have parts by chance. */
const MIN_PART_LENGTH = 3
const MIN_JOINED_LENGTH = 8
/** A part that hardly any paper has is a chance. */
const MIN_PAPERS_WITH_PART = 3

/** The two words that a word may be joined of, at each place where it can be cut; none of a short word. */
export const wordSplits = (word: string): [string, string][] =>
  word.length < MIN_JOINED_LENGTH
    ? []
    : Array.from({ length: word.length - 2 * MIN_PART_LENGTH + 1 }, (_, index) => {
        const cut = index + MIN_PART_LENGTH
        return [word.slice(0, cut), word.slice(cut)]
      })

/**
 * The two known words that a word is joined of, such as help desk for helpdesk; null where no two are.
 * @param papersWith how many papers have a word
 */
export const likeliestSplit = (word: string, papersWith: (part: string) => number): [string, string] | null => {
  let best: { parts: [string, string]; papers: number } | null = null
  for (const parts of wordSplits(word)) {
    const papers = Math.min(...parts.map(papersWith))
    if (papers >= MIN_PAPERS_WITH_PART && papers > (best?.papers ?? 0)) best = { parts, papers }
  }
  return best?.parts ?? null
}
