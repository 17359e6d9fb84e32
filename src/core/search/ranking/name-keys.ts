import { tokenize } from '#core/text/tokenize.ts'

/** Names of concepts have hardly more words; and a question of 64 words has so many rows of up to four. */
const MAX_NAME_WORDS = 4
const MAX_KEYS = 250

/** The rows of up to four words of a text, as keys of names have them. */
export const nameKeysIn = (text: string): string[] => {
  const words = tokenize(text, false).flatMap(({ parts }) => parts.map(({ token }) => token))
  const keys = Array.from({ length: MAX_NAME_WORDS }, (_, more) =>
    words.slice(0, words.length - more).map((_word, at) => words.slice(at, at + more + 1).join(' ')),
  ).flat()
  return [...new Set(keys)].slice(0, MAX_KEYS)
}
