import { tokenize } from '#core/text/tokenize.ts'

/**
 * People have many names for a program that acts for them, and papers few. In a library about agents most papers say “agent”, so
 * the word tells little about any of them; “assistant” or “bot” in a question says no more, but would count as a rare word.
 */

const stems = (words: string): readonly string[] =>
  tokenize(words).flatMap(({ parts }) => parts.map(({ token }) => token))

const NAMES = new Set(stems('ai artificial intelligence assistant bot chatbot'))
const COMMON_NAMES = stems('agent llm assistant chatbot')

/** The words whose frequency limits what some words of a question count; none for most questions. */
export const commonNames = (words: readonly string[]): readonly string[] =>
  words.some((word) => NAMES.has(word)) ? COMMON_NAMES : []

/** A plain name is as rare as the commonest of these names at most; any other word is as rare as it is. */
export const rarityAmongNames = (word: string, rarityOf: (word: string) => number): number =>
  NAMES.has(word) ? Math.min(rarityOf(word), ...COMMON_NAMES.map(rarityOf)) : rarityOf(word)
