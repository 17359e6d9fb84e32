import { foldQuote } from './fold-quote.ts'

/** How the words of a quotation stand in a text: to the letter, or but for what `foldQuote` leaves out. */
export const quoteMatches = ['exact', 'normalized', 'none'] as const
export type QuoteMatch = (typeof quoteMatches)[number]

/** Where a quotation stands, in UTF-16 offsets, end exclusive. */
export type QuotePlace = { match: Exclude<QuoteMatch, 'none'>; start: number; end: number }

/** Places in one text; a refrain has more. */
const MOST_PLACES = 20

const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u
/** Scripts that set no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const NUMBER_GOES_ON = /\d[.,]\d$/u
/** Marks around a quotation that belong to who quotes. */
const WRAPPING = /^[\s"'`´‘’‚“”„«»‹›…[\](]+|[\s"'`´‘’“”„«»‹›…[\])]+$/gu
const ENDS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

const before = (text: string, at: number): string => {
  const code = text.codePointAt(at - 2)
  return code !== undefined && code > 0xffff ? String.fromCodePoint(code) : (text[at - 1] ?? '')
}

const after = (text: string, at: number): string => {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** Whether a word may begin or end here: a part of a word or of a number is no quotation of it. */
const isWordBoundary = (text: string, at: number): boolean => {
  const [left, right] = [before(text, at), after(text, at)]
  if (NUMBER_GOES_ON.test(text.slice(Math.max(0, at - 2), at + 1))) return false
  if (NUMBER_GOES_ON.test(text.slice(Math.max(0, at - 1), at + 2))) return false
  if (!LETTER_OR_DIGIT.test(left) || !LETTER_OR_DIGIT.test(right)) return true
  return UNSPACED.test(left) || UNSPACED.test(right)
}

const isWhole = (text: string, start: number, end: number): boolean =>
  isWordBoundary(text, start) && isWordBoundary(text, end)

const findAll = (text: string, sought: string): number[] => {
  const found: number[] = []
  if (sought === '') return found
  for (let at = text.indexOf(sought); at !== -1 && found.length < MOST_PLACES; at = text.indexOf(sought, at + 1))
    found.push(at)
  return found
}

const exactPlaces = (quote: string, text: string): QuotePlace[] =>
  findAll(text, quote)
    .map((start) => ({ match: 'exact' as const, start, end: start + quote.length }))
    .filter(({ start, end }) => isWhole(text, start, end))

const normalizedPlaces = (quote: string, text: string, isMarkdown: boolean): QuotePlace[] => {
  const sought = foldQuote(quote.replaceAll(ENDS, ''), isMarkdown).letters
  const { letters, starts, ends } = foldQuote(text, isMarkdown)
  return findAll(letters, sought)
    .map((at) => ({
      match: 'normalized' as const,
      start: starts[at] ?? 0,
      end: ends[at + sought.length - 1] ?? 0,
    }))
    .filter(({ start, end }) => isWhole(text, start, end))
}

/** Whether a quotation says anything: it has a letter or a digit. */
export const hasWords = (quote: string): boolean => LETTER_OR_DIGIT.test(quote)

/**
 * The places of a text where a quotation stands: those to the letter, or else those that fold alike. One changed word is
 * no place.
 */
export const locateQuote = (quote: string, text: string, isMarkdown: boolean): QuotePlace[] => {
  if (!hasWords(quote)) return []
  for (const sought of new Set([quote.trim(), quote.replaceAll(WRAPPING, '')])) {
    const exact = exactPlaces(sought, text)
    if (exact.length > 0) return exact
  }
  return normalizedPlaces(quote, text, isMarkdown)
}
