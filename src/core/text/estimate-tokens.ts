/**
 * How many tokens a language model sees in a text, seldom less: by what tokenizers make of English prose, of names, of
 * JSON and of keys without meaning. What is not ASCII counts by its bytes, since nothing is cut finer than into bytes.
 *
 * The figures are those that come at least near to the most that two families of tokenizers count, measured on answers
 * of this service, on lists of names and on cursors.
 */

/** A word of so many small letters is one token; further letters of a longer one are another each so many. */
const LETTERS_IN_WORD = 4
const FURTHER_LETTERS = 4.5
/** Names are in no vocabulary. */
const LETTERS_OF_NAME = 2.2
const LEAST_NAME = 1.2
/** Signs often come in pairs, such as a quotation mark and a comma. */
const TOKENS_OF_SIGN = 0.8

const smallTokens = (letters: number): number =>
  letters <= LETTERS_IN_WORD ? 1 : 1 + (letters - LETTERS_IN_WORD) / FURTHER_LETTERS

const isSmall = (code: number): boolean => code >= 0x61 && code <= 0x7a
const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isWide = (code: number): boolean => code > 0x7f

const BLANK = 0x20

/** Where the run of such characters ends that goes on at an offset. */
const endOfRun = (text: string, from: number, belongs: (code: number) => boolean): number => {
  let at = from
  while (at < text.length && belongs(text.charCodeAt(at))) at += 1
  return at
}

/** Answers have tens of thousands of characters, so each is looked at once, by its code. */
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
      tokens += isName ? Math.max(LEAST_NAME, (at - begin) / LETTERS_OF_NAME) : at - begin
    } else if (isWide(code)) {
      at = endOfRun(text, at, isWide)
      tokens += Buffer.byteLength(text.slice(begin, at))
    } else if (isDigit(code)) tokens += 1
    // A blank belongs to the word behind it.
    else if (code !== BLANK) tokens += TOKENS_OF_SIGN
  }
  return Math.ceil(tokens)
}
