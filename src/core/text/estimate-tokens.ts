/**
 * Estimates the tokens that a language model sees in a text, rarely too low, from how tokenizers split English prose, names,
 * JSON and random keys. Text outside ASCII counts by bytes, the finest unit of any tokenizer.
 *
 * The constants were fitted to the higher count of two families of tokenizers, on responses of this service, lists of names
 * and cursors.
 */

/** A lower-case word up to this length is one token; a longer one has another for every FURTHER_LETTERS. */
const LETTERS_IN_WORD = 4
const FURTHER_LETTERS = 4.5
/** Capitalized names are rarely in the vocabulary. */
const LETTERS_OF_NAME = 2.2
const MIN_NAME = 1.2
/** Less than 1, since punctuation often pairs up, such as a quotation mark with a comma. */
const TOKENS_OF_SIGN = 0.8

const smallTokens = (letters: number): number =>
  letters <= LETTERS_IN_WORD ? 1 : 1 + (letters - LETTERS_IN_WORD) / FURTHER_LETTERS

const isSmall = (code: number): boolean => code >= 0x61 && code <= 0x7a
const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isWide = (code: number): boolean => code > 0x7f

const BLANK = 0x20

const endOfRun = (text: string, from: number, belongs: (code: number) => boolean): number => {
  let at = from
  while (at < text.length && belongs(text.charCodeAt(at))) at += 1
  return at
}

/** A single pass over character codes, since responses have tens of thousands of characters. */
export const estimateTokens = (text: string): number => {
  let tokens = 0
  let at = 0
  while (at < text.length) {
    const begin = at
    const code = text.charCodeAt(at)
    at += 1
    if (isSmall(code)) {
      at = endOfRun(text, at, isSmall)
      tokens += smallTokens(at - begin)
    } else if (isCapital(code)) {
      at = endOfRun(text, at, isSmall)
      const isName = at > begin + 1
      if (!isName) at = endOfRun(text, at, isCapital)
      tokens += isName ? Math.max(MIN_NAME, (at - begin) / LETTERS_OF_NAME) : at - begin
    } else if (isWide(code)) {
      at = endOfRun(text, at, isWide)
      tokens += Buffer.byteLength(text.slice(begin, at))
    } else if (isDigit(code)) tokens += 1
    // A space is part of the token of the next word.
    else if (code !== BLANK) tokens += TOKENS_OF_SIGN
  }
  return Math.ceil(tokens)
}
