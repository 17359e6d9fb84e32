import { tokenize } from '#core/text/tokenize.ts'
import { wordWeight } from '#core/search/ranking/filler-words.ts'

/** The words by which the places of a quotation are looked up. */

/** A word broken at the end of a line, or by a soft hyphen. */
const BROKEN_WORD = /(?<=[\p{L}\p{N}])(?:\u00ad\s*|[\p{Pd}]\s*\n\s*|[\p{Pd}]\s+)(?=[\p{L}\p{N}])/gu
const HYPHEN = /[\p{Pd}\u00ad]/u
const MOST_LOOKED_UP = 64
/** Words in a row that are looked up as a phrase. */
const PHRASE_WORDS = 8

const partsOf = (text: string): string[] => tokenize(text).flatMap(({ parts }) => parts.map(({ token }) => token))

/** All words in their order. */
export const quoteTokens = (quote: string): string[] => partsOf(quote.normalize('NFC').replaceAll(BROKEN_WORD, ''))

/** Words to look up: as they stand, and joined where a hyphen parts them, since nobody knows which the text has. */
export const lookedUpWords = (quote: string): string[] => {
  const text = quote.normalize('NFC')
  const joined = [...tokenize(text).flatMap((word) => word.joined.map(({ token }) => token)), ...quoteTokens(text)]
  const words = [...new Set([...joined, ...partsOf(text)])]
  return [...words.filter((word) => wordWeight(word) > 0), ...words.filter((word) => wordWeight(word) === 0)].slice(
    0,
    MOST_LOOKED_UP,
  )
}

/** The longest row of words that no hyphen parts: an index finds it as a phrase, even where each word is frequent. */
export const quotePhrase = (quote: string): string[] => {
  let best: string[] = []
  let row: string[] = []
  for (const word of quote.normalize('NFC').split(/\s+/u)) {
    row = HYPHEN.test(word) ? [] : [...row, ...partsOf(word)].slice(0, PHRASE_WORDS)
    if (row.length > best.length) best = row
  }
  return best
}
