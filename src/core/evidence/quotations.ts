import { hasWords, placesOfQuote, searchedText, type SearchedText } from '#core/passages/quotes.ts'
import { STOP_WORDS } from '#core/search/ranking/stop-words.ts'
import { textDiff, type DiffPart } from '#core/text/text-diff.ts'
import { keyTokens, stem, type Token } from '#core/text/tokenize.ts'

/**
 * How a quotation stands in a text. `exact`: to the letter. `normalized`: apart from white space, hyphens and dashes, the style of
 * quotation marks, case, Unicode forms such as ligatures, and what an ellipsis or words in brackets stand for. `near`: with a few
 * other words. `missing`: not at all.
 */
export const quotationMatches = ['exact', 'normalized', 'near', 'missing'] as const
export type QuotationMatch = (typeof quotationMatches)[number]

/** `start` and `end`: UTF-16 offsets in the text as it is stored, end exclusive. */
export type LocatedQuotation =
  | { match: 'exact' | 'normalized' | 'near'; start: number; end: number }
  | { match: 'missing'; start: null; end: null }

/** A text by the authors of a paper; what has to be computed for it once serves every quotation. */
export type QuotedText = {
  readonly searched: SearchedText
  readonly isMarkdown: boolean
  readonly words: () => Token[]
}

/** @param isMarkdown whether asterisks and underscores are markup */
export const quotedTextOf = (text: string, isMarkdown: boolean): QuotedText => {
  let known: Token[] | null = null
  return { searched: searchedText(text, isMarkdown), isMarkdown, words: () => (known ??= keyTokens(text)) }
}

const MISSING: LocatedQuotation = { match: 'missing', start: null, end: null }

/** What stands for words that were left out or put in: an ellipsis, also in brackets, or a few words in square brackets. */
const LEFT_OUT = /[[(]\s?(?:…|\.\s?\.\s?\.)\s?[\])]|…|\.\s?\.\s?\.(?:\s?\.)?|\[[^[\]\d\n][^[\]\n]{0,80}\]/gu
/** A letter whose case was changed: “[T]he”. */
const CHANGED_CASE = /\[(?<letter>\p{L})\](?=\p{L})/gu
/** The most pieces of one quotation. */
const MAX_PIECES = 12
/** The most characters of a text that one ellipsis stands for. */
const MAX_LEFT_OUT = 3_000

const piecesOf = (quote: string): string[] =>
  quote.replaceAll(CHANGED_CASE, '$<letter>').split(LEFT_OUT).filter(hasWords).slice(0, MAX_PIECES)

/** The most words of a quotation that are aligned with a text. */
const MAX_WORDS = 300
/** The fewest words of a quotation that may be near. */
const MIN_WORDS = 3
/** Windows of a text that are aligned with a quotation. */
const WINDOWS = 3
/** The largest share of words that may differ, and the least share of telling words that must agree. */
const MAX_CHANGED = 0.45
const MIN_TELLING = 0.4

/** The beginnings of those windows of a text, of so many words, that share most with a quotation; rare words count more. */
const bestWindows = (quote: readonly string[], words: readonly Token[], width: number): number[] => {
  const wanted = new Map<string, number>()
  for (const word of quote) wanted.set(word, (wanted.get(word) ?? 0) + 1)
  const frequency = new Map<string, number>()
  for (const { token } of words) if (wanted.has(token)) frequency.set(token, (frequency.get(token) ?? 0) + 1)
  const weightOf = (word: string): number => 1 / (1 + Math.log2(frequency.get(word) ?? 1))
  const inside = new Map<string, number>()
  // Of each stretch of text only the best window, so that the best ones are not the same one moved by a word.
  const best: { from: number; score: number }[] = []
  let score = 0
  const count = (index: number, by: 1 | -1): void => {
    const word = words[index]?.token
    const most = word === undefined ? undefined : wanted.get(word)
    if (word === undefined || most === undefined) return
    const now = (inside.get(word) ?? 0) + by
    inside.set(word, now)
    if (by === 1 ? now <= most : now < most) score += by * weightOf(word)
  }
  for (let end = 0; end < words.length; end += 1) {
    count(end, 1)
    if (end >= width) count(end - width, -1)
    const from = Math.max(0, end - width + 1)
    const stretch = Math.floor(from / width)
    const known = best[stretch]
    if (known === undefined || score > known.score + 1e-9) best[stretch] = { from, score }
  }
  return best
    .filter(({ score: found }) => found > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, WINDOWS)
    .map(({ from }) => from)
}

/** `from` and `to`: the words of the text that stand for the quotation; `changed`: words that differ. */
type Alignment = { from: number; to: number; changed: number; telling: number }

type Cell = { changed: number; from: number; telling: number }

const better = (a: Cell, b: Cell): Cell =>
  b.changed < a.changed || (b.changed === a.changed && b.telling > a.telling) ? b : a

const isTelling = (word: string): boolean => !STOP_WORDS.has(stem(word))

/** The stretch of a text that differs from a quotation in the fewest words: changed, left out or put in. */
const align = (quote: readonly string[], words: readonly string[]): Alignment => {
  let row: Cell[] = Array.from({ length: words.length + 1 }, (_, from) => ({ changed: 0, from, telling: 0 }))
  for (const [index, word] of quote.entries()) {
    const weight = isTelling(word) ? 1 : 0
    const next: Cell[] = [{ changed: index + 1, from: 0, telling: 0 }]
    for (const [column, other] of words.entries()) {
      const [before, above, left] = [row[column], row[column + 1], next[column]]
      if (before === undefined || above === undefined || left === undefined) break
      const same = word === other
      const replaced = {
        changed: before.changed + (same ? 0 : 1),
        from: before.from,
        telling: before.telling + (same ? weight : 0),
      }
      const without = better({ ...above, changed: above.changed + 1 }, { ...left, changed: left.changed + 1 })
      next.push(better(replaced, without))
    }
    row = next
  }
  // Of equal ones, the one of the same length: a changed last word stands for the one in its place.
  const spare = (cell: Cell, to: number): number => Math.abs(to - cell.from - quote.length)
  let [best, to] = [row[0] ?? { changed: quote.length, from: 0, telling: 0 }, 0]
  for (const [column, cell] of row.entries()) {
    const isEqual = cell.changed === best.changed && cell.telling === best.telling
    if (isEqual ? spare(cell, column) < spare(best, to) : better(best, cell) === cell) [best, to] = [cell, column]
  }
  return { ...best, to }
}

const isNear = (quote: readonly string[], { changed, telling, from, to }: Alignment): boolean => {
  const tellingWords = quote.filter(isTelling).length
  return (
    to > from &&
    changed <= Math.max(1, Math.floor(quote.length * MAX_CHANGED)) &&
    telling >= Math.ceil(tellingWords * MIN_TELLING)
  )
}

/** The words of a text within two offsets. */
const wordsWithin = (words: readonly Token[], after: number, before: number): readonly Token[] =>
  after === 0 && before === Infinity ? words : words.filter(({ start, end }) => start >= after && end <= before)

const locateNear = (quote: string, text: QuotedText, [after, before]: [number, number]): LocatedQuotation => {
  const sought = keyTokens(quote)
    .slice(0, MAX_WORDS)
    .map(({ token }) => token)
  if (sought.length < MIN_WORDS) return MISSING
  const words = wordsWithin(text.words(), after, before)
  const width = sought.length * 2 + 2
  const aligned = bestWindows(sought, words, width).map((begin) => {
    // A word that occurs twice may have moved the window by a part of the quotation.
    const tokens = words.slice(Math.max(0, begin - sought.length), begin + width + sought.length)
    const found = align(
      sought,
      tokens.map(({ token }) => token),
    )
    return { found, start: tokens[found.from]?.start ?? 0, end: tokens[found.to - 1]?.end ?? 0 }
  })
  const [best] = aligned.toSorted((a, b) => a.found.changed - b.found.changed || b.found.telling - a.found.telling)
  return best !== undefined && isNear(sought, best.found)
    ? { match: 'near', start: best.start, end: best.end }
    : MISSING
}

/** A piece of a quotation within two offsets. */
const locatePiece = (piece: string, text: QuotedText, [after, before]: [number, number]): LocatedQuotation => {
  const place = placesOfQuote(piece, text.searched, text.isMarkdown).find(
    ({ start, end }) => start >= after && end <= before,
  )
  return place ?? locateNear(piece, text, [after, before])
}

/** A quotation of several pieces, which stand in the text in this order and not far from each other. */
const locatePieces = (pieces: readonly string[], text: QuotedText): LocatedQuotation => {
  const [first = '', ...others] = pieces
  const begin = locatePiece(first, text, [0, Infinity])
  if (begin.match === 'missing') return MISSING
  let isAltered = begin.match === 'near'
  let { end } = begin
  for (const piece of others) {
    const next = locatePiece(piece, text, [end, end + piece.length * 2 + MAX_LEFT_OUT])
    if (next.match === 'missing') return MISSING
    isAltered ||= next.match === 'near'
    end = next.end
  }
  return { match: isAltered ? 'near' : 'normalized', start: begin.start, end }
}

/** Looks a quotation up in a text. The cost is linear in the text, and bounded for the comparison of words. */
export const locateQuotation = (quote: string, text: QuotedText): LocatedQuotation => {
  if (!hasWords(quote)) return MISSING
  const [place] = placesOfQuote(quote, text.searched, text.isMarkdown)
  if (place !== undefined) return place
  const pieces = piecesOf(quote)
  return pieces.length === 0 ? MISSING : locatePieces(pieces, text)
}

const ORDER: readonly QuotationMatch[] = quotationMatches

/** The text in which a quotation stands best, the first of those that are equal; null without a text. */
export const bestQuotation = (
  quote: string,
  texts: readonly QuotedText[],
): (LocatedQuotation & { text: QuotedText }) | null => {
  let best: (LocatedQuotation & { text: QuotedText }) | null = null
  for (const text of texts) {
    const found = locateQuotation(quote, text)
    if (best === null || ORDER.indexOf(found.match) < ORDER.indexOf(best.match)) best = { ...found, text }
    if (found.match === 'exact') break
  }
  return best
}

/** Where the words of a quotation differ from those of a text, from the text to the quotation. */
export const quotationDifference = (quote: string, { start, end }: LocatedQuotation, text: string): DiffPart[] =>
  start === null || end === null ? [] : textDiff(text.slice(start, end), quote)
