/**
 * Estimates the tokens that a language model sees in a text, rarely too low, from how tokenizers split English prose, names,
 * JSON and random keys. Other scripts count by bytes, the finest unit of any tokenizer.
 *
 * The constants were fitted to the higher count of tokenizers with vocabularies of 65,000 to 200,000 entries, as models have them
 * today, on responses of this service, abstracts, lists of names and bibliographies. English comes to 1.0 to 1.2 times that
 * count. Vocabularies of 32,000 entries need up to a quarter more.
 */

/** Most lower-case words are one token; each letter above this number makes another one more likely. */
const LETTERS_IN_WORD = 7
const TOKENS_OF_WORD = 1.08
const TOKENS_OF_FURTHER_LETTER = 0.14
/** Capitalized names are often in no vocabulary. */
const LETTERS_IN_NAME = 5
const TOKENS_OF_NAME = 1.8
const TOKENS_OF_FURTHER_LETTER_OF_NAME = 0.2
/** Abbreviations of up to three letters are one token. */
const LETTERS_IN_ABBREVIATION = 3
const TOKENS_OF_ABBREVIATION = 1.07
const TOKENS_OF_FURTHER_CAPITAL = 0.53
/** Digits are split into groups; behind a letter they are part of a key. */
const DIGITS_IN_GROUP = 3
const TOKENS_OF_DIGITS = 1.22
const TOKENS_OF_KEY = 1.28
/** Signs pair up, such as a quotation mark with a comma, or with the word behind them. */
const TOKENS_OF_SIGNS = [0, 0.7, 0.8, 1.2]
const TOKENS_OF_FURTHER_SIGN = 0.32
/** A space is part of the token of the next word; the end of a line is not. */
const TOKENS_OF_LINE_END = 1.28
/** Dashes and quotation marks are in every vocabulary. */
const TOKENS_OF_TYPOGRAPHY = 2

const over = (length: number, free: number): number => Math.max(0, length - free)

const tokensOfWord = (letters: number): number =>
  TOKENS_OF_WORD + TOKENS_OF_FURTHER_LETTER * over(letters, LETTERS_IN_WORD)
const tokensOfName = (letters: number): number =>
  TOKENS_OF_NAME + TOKENS_OF_FURTHER_LETTER_OF_NAME * over(letters, LETTERS_IN_NAME)
const tokensOfCapitals = (letters: number): number =>
  TOKENS_OF_ABBREVIATION + TOKENS_OF_FURTHER_CAPITAL * over(letters, LETTERS_IN_ABBREVIATION)
const tokensOfSigns = (signs: number): number =>
  (TOKENS_OF_SIGNS[Math.min(signs, TOKENS_OF_SIGNS.length - 1)] ?? 0) +
  TOKENS_OF_FURTHER_SIGN * over(signs, TOKENS_OF_SIGNS.length - 1)

const isSmall = (code: number): boolean => code >= 0x61 && code <= 0x7a
const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isLetter = (code: number): boolean => isSmall(code) || isCapital(code)
const isWide = (code: number): boolean => code > 0x7f
const isTypography = (code: number): boolean => code >= 0x20_10 && code <= 0x20_3f
const isWideLetter = (code: number): boolean => isWide(code) && !isTypography(code)
const isSpace = (code: number): boolean => code === 0x20
const isLineEnd = (code: number): boolean => code < 0x20
const isSign = (code: number): boolean => code > 0x20 && !isLetter(code) && !isDigit(code) && !isWide(code)

const endOfRun = (text: string, from: number, belongs: (code: number) => boolean): number => {
  let at = from
  while (at < text.length && belongs(text.charCodeAt(at))) at += 1
  return at
}

/** A name, or capitals without the one that begins a name behind them. */
const endOfCapitals = (text: string, begin: number): number => {
  const end = endOfRun(text, begin, isCapital)
  if (!isSmall(text.charCodeAt(end))) return end
  return end === begin + 1 ? endOfRun(text, end, isSmall) : end - 1
}

/** A single pass over character codes, since responses have tens of thousands of characters. */
export const estimateTokens = (text: string): number => {
  let tokens = 0
  let at = 0
  while (at < text.length) {
    const begin = at
    const code = text.charCodeAt(at)
    if (isSmall(code)) {
      at = endOfRun(text, at, isSmall)
      tokens += tokensOfWord(at - begin)
    } else if (isCapital(code)) {
      at = endOfCapitals(text, at)
      tokens += isSmall(text.charCodeAt(at - 1)) ? tokensOfName(at - begin) : tokensOfCapitals(at - begin)
    } else if (isDigit(code)) {
      at = endOfRun(text, at, isDigit)
      tokens += TOKENS_OF_DIGITS * Math.ceil((at - begin) / DIGITS_IN_GROUP)
      if (isLetter(text.charCodeAt(begin - 1))) tokens += TOKENS_OF_KEY
    } else if (isSpace(code)) at = endOfRun(text, at, isSpace)
    else if (isLineEnd(code)) {
      at = endOfRun(text, at, isLineEnd)
      tokens += TOKENS_OF_LINE_END
    } else if (isTypography(code)) {
      at += 1
      tokens += TOKENS_OF_TYPOGRAPHY
    } else if (isWide(code)) {
      at = endOfRun(text, at, isWideLetter)
      tokens += Buffer.byteLength(text.slice(begin, at))
    } else {
      at = endOfRun(text, at, isSign)
      tokens += tokensOfSigns(at - begin)
    }
  }
  return Math.ceil(tokens)
}
