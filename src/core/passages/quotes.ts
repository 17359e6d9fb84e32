import { tokenize } from '#core/text/tokenize.ts'
import { wordWeight } from '#core/search/ranking/stop-words.ts'

/**
 * A text without differences that a quotation may have: case, spaces, hyphens, style of quotation marks and Unicode form. Each
 * unit has its original offsets.
 */
export type FoldedText = { letters: string; starts: number[]; ends: number[] }

/** A character with its combining marks. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu
/** Spaces, hyphens, dashes and invisible characters. Dropping them also rejoins words broken at line ends. */
const DROPPED = /^[\s\p{Pd}\p{Cf}\u2043\u2212]/u
const QUOTATION_MARK = /^["'`´′″‘’‚‛“”„‟«»‹›＂＇]/u
const EMPHASIS = /^[*_]/u

const PLAIN = /^[!-~]$/

/** Via upper case, which also unifies letters such as ß with ss and ς with σ. */
const foldCluster = (cluster: string): string =>
  PLAIN.test(cluster)
    ? cluster.toLowerCase()
    : cluster.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll(/\s/gu, '')

/** @param isMarkdown whether asterisks and underscores are markup */
export const foldQuote = (text: string, isMarkdown: boolean): FoldedText => {
  const folded: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let last = ''
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    if (DROPPED.test(cluster) || (isMarkdown && EMPHASIS.test(cluster))) continue
    const units = QUOTATION_MARK.test(cluster) ? "'" : foldCluster(cluster)
    // Two single marks equal a double one.
    if (units === "'" && last === "'") continue
    last = units
    folded.push(units)
    for (let unit = 0; unit < units.length; unit += 1) {
      starts.push(index)
      ends.push(index + cluster.length)
    }
  }
  return { letters: folded.join(''), starts, ends }
}

/** `exact`: to the letter. `normalized`: apart from what `foldQuote` ignores. */
export const quoteMatches = ['exact', 'normalized', 'none'] as const
export type QuoteMatch = (typeof quoteMatches)[number]

/** UTF-16 offsets, end exclusive. */
export type QuotePlace = { match: Exclude<QuoteMatch, 'none'>; start: number; end: number }

/** The most places returned for one text. */
const MAX_PLACES = 20

const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const NUMBER_GOES_ON = /\d[.,]\d$/u
/** Marks added around a quotation. The lookbehinds try each run only once. */
const WRAPPING = /^[\s"'`´‘’‚“”„«»‹›…[\](]+|(?<![\s"'`´‘’“”„«»‹›…[\])])[\s"'`´‘’“”„«»‹›…[\])]+$/gu
const ENDS = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu

const before = (text: string, at: number): string => {
  const code = text.codePointAt(at - 2)
  return code !== undefined && code > 0xffff ? String.fromCodePoint(code) : (text[at - 1] ?? '')
}

const after = (text: string, at: number): string => {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** A part of a word or number does not count as a quotation of it. */
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
  for (let at = text.indexOf(sought); at !== -1 && found.length < MAX_PLACES; at = text.indexOf(sought, at + 1))
    found.push(at)
  return found
}

const exactPlaces = (quote: string, text: string): QuotePlace[] =>
  findAll(text, quote)
    .map((start) => ({ match: 'exact' as const, start, end: start + quote.length }))
    .filter(({ start, end }) => isWhole(text, start, end))

/** A text in which quotations are looked up; it is folded once, when the first quotation needs that. */
export type SearchedText = { readonly text: string; readonly folded: () => FoldedText }

/** @param isMarkdown whether asterisks and underscores are markup */
export const searchedText = (text: string, isMarkdown: boolean): SearchedText => {
  let known: FoldedText | null = null
  return { text, folded: () => (known ??= foldQuote(text, isMarkdown)) }
}

const normalizedPlaces = (sought: string, { text, folded }: SearchedText): QuotePlace[] => {
  if (sought === '') return []
  const { letters, starts, ends } = folded()
  return findAll(letters, sought)
    .map((at) => ({
      match: 'normalized' as const,
      start: starts[at] ?? 0,
      end: ends[at + sought.length - 1] ?? 0,
    }))
    .filter(({ start, end }) => isWhole(text, start, end))
}

/** Whether a quotation has a letter or digit. */
export const hasWords = (quote: string): boolean => LETTER_OR_DIGIT.test(quote)

/** Finds a quotation in a text: exact places, or else normalized ones. A single changed word is not a match. */
export const placesOfQuote = (quote: string, searched: SearchedText, isMarkdown: boolean): QuotePlace[] => {
  if (!hasWords(quote)) return []
  for (const sought of new Set([quote.trim(), quote.replaceAll(WRAPPING, '')])) {
    const exact = exactPlaces(sought, searched.text)
    if (exact.length > 0) return exact
  }
  return normalizedPlaces(foldQuote(quote.replaceAll(ENDS, ''), isMarkdown).letters, searched)
}

/** The same for a text in which only one quotation is looked up. */
export const locateQuote = (quote: string, text: string, isMarkdown: boolean): QuotePlace[] =>
  placesOfQuote(quote, searchedText(text, isMarkdown), isMarkdown)

/** The most words compared, of a quotation and of a passage. */
const MAX_WORDS = 400

/** The length of the longest common subsequence. */
const commonInOrder = (a: readonly string[], b: readonly string[]): number => {
  let row = new Uint16Array(b.length + 1)
  for (const word of a) {
    const next = new Uint16Array(b.length + 1)
    for (const [index, other] of b.entries())
      next[index + 1] = word === other ? (row[index] ?? 0) + 1 : Math.max(next[index] ?? 0, row[index + 1] ?? 0)
    row = next
  }
  return row[b.length] ?? 0
}

/** The share of the words of a quotation that a passage has in the same order, from 0 to 1. */
export const quoteSimilarity = (quote: readonly string[], passage: readonly string[]): number => {
  const words = quote.slice(0, MAX_WORDS)
  return words.length === 0 ? 0 : commonInOrder(words, passage.slice(0, MAX_WORDS)) / words.length
}

/** A word broken at a line end or by a soft hyphen. */
const BROKEN_WORD = /(?<=[\p{L}\p{N}])(?:\u00ad\s*|[\p{Pd}]\s*\n\s*|[\p{Pd}]\s+)(?=[\p{L}\p{N}])/gu
const HYPHEN = /[\p{Pd}\u00ad]/u
const MAX_LOOKED_UP = 64
/** The longest phrase looked up. */
const PHRASE_WORDS = 8

const partsOf = (text: string): string[] => tokenize(text).flatMap(({ parts }) => parts.map(({ token }) => token))

/** All words in order, with broken words rejoined. */
export const quoteTokens = (quote: string): string[] => partsOf(quote.normalize('NFC').replaceAll(BROKEN_WORD, ''))

/** Words to look up, content words first: as written, and joined at hyphens, since the text may have either. */
export const lookedUpWords = (quote: string): string[] => {
  const text = quote.normalize('NFC')
  const joined = [...tokenize(text).flatMap((word) => word.joined.map(({ token }) => token)), ...quoteTokens(text)]
  const words = [...new Set([...joined, ...partsOf(text)])]
  return [...words.filter((word) => wordWeight(word) > 0), ...words.filter((word) => wordWeight(word) === 0)].slice(
    0,
    MAX_LOOKED_UP,
  )
}

/** The longest phrase without hyphens. An index finds it even if each word is frequent. */
export const quotePhrase = (quote: string): string[] => {
  let best: string[] = []
  let phrase: string[] = []
  for (const word of quote.normalize('NFC').split(/\s+/u)) {
    phrase = HYPHEN.test(word) ? [] : [...phrase, ...partsOf(word)].slice(0, PHRASE_WORDS)
    if (phrase.length > best.length) best = phrase
  }
  return best
}
