import { lengthInCharacters, textMistake } from '#core/text/normalize-text.ts'

export const LEAST_LENGTH = 12
export const MOST_LENGTH = 200

/** What is wrong with a passphrase that somebody wants to use, or null. Length is what makes one good. */
export const passphraseMistake = (text: string): string | null => {
  const length = lengthInCharacters(text)
  if (length < LEAST_LENGTH) return `must have at least ${LEAST_LENGTH} characters; four or five words make a good one`
  if (length > MOST_LENGTH) return `must have at most ${MOST_LENGTH} characters`
  if (new Set(text).size < 5) return 'must have at least five different characters'
  return textMistake(text, 'line')
}
