import { searchFields, type SearchField } from './search-query.ts'
import { PHRASE_BREAK, type Word } from '#core/text/tokenize.ts'
import type { FacetToken } from './facet-token.ts'
import type { FieldWords } from './field-words.ts'

/** What the index of either engine stores for a paper. */

/**
 * How much of one field the index holds. PostgreSQL takes 16,383 positions and 1 MB a paper and 256 positions a word,
 * and stores each word twice and four bytes a position; the limits of the four fields add up to less, and SQLite keeps
 * to them too, so that both find the same.
 */
export type FieldLimits = {
  /** Words in a row that carry phrases. */
  positions: number
  /** How often one word carries phrases. */
  repeats: number
  /** Bytes of all words, each counted once, with what an index adds to it. */
  bytes: number
}

const fieldLimits: Record<SearchField, FieldLimits> = {
  title: { positions: 1_000, repeats: 30, bytes: 15_000 },
  authors: { positions: 8_000, repeats: 120, bytes: 230_000 },
  abstract: { positions: 5_000, repeats: 80, bytes: 180_000 },
  topics: { positions: 2_000, repeats: 20, bytes: 60_000 },
}

/**
 * Words with blanks between: `inOrder` carries phrases, with breaks between what must not form one; `loose` words are
 * found only one by one. Two texts, because lists of short ones would take ten times as long to hand to another thread.
 */
export type IndexedText = { positioned: string; unpositioned: string }

/** The single words of either text. */
export const splitTokens = (text: string): string[] => (text === '' ? [] : text.split(' '))

const BYTES_PER_TOKEN = 12
const NO_SPACE_LEFT = -1

/**
 * The parts of every word in order, and loosely the joined forms and whatever there is no position for. The parts
 * alone carry phrases, so `"long horizon"` finds `long-horizon` and the other way round.
 */
export const indexedText = (
  values: readonly (readonly Word[])[],
  { positions, repeats, bytes }: FieldLimits,
): IndexedText => {
  /** How often each word has a position already. */
  const placed = new Map<string, number>()
  const inOrder: string[] = []
  const loose = new Set<string>()
  let left = bytes
  /** Accepts a new word while there are bytes left for it. */
  const timesPlaced = (token: string): number => {
    const known = placed.get(token)
    if (known !== undefined) return known
    const size = Buffer.byteLength(token) + BYTES_PER_TOKEN
    const times = size > left ? NO_SPACE_LEFT : 0
    if (times === 0) left -= size
    placed.set(token, times)
    return times
  }
  const place = (token: string): void => {
    const times = timesPlaced(token)
    if (times === NO_SPACE_LEFT) inOrder.push(PHRASE_BREAK)
    else if (inOrder.length >= positions) loose.add(token)
    else {
      // A word beyond its limit leaves a gap, so that its neighbours do not become a phrase.
      inOrder.push(times >= repeats ? PHRASE_BREAK : token)
      placed.set(token, times + 1)
    }
  }
  for (const words of values) {
    if (inOrder.length > 0) inOrder.push(PHRASE_BREAK)
    for (const word of words) {
      for (const { token } of word.parts) place(token)
      for (const { token } of [...word.joined, ...word.unsigned])
        if (timesPlaced(token) !== NO_SPACE_LEFT) loose.add(token)
    }
  }
  if (inOrder.length > positions) inOrder.length = positions
  return { positioned: inOrder.join(' '), unpositioned: [...loose].join(' ') }
}

/** A field's words in one row; loose words follow breaks, so that no phrase spans them. */
export const joinIndexedText = ({ positioned, unpositioned }: IndexedText): string =>
  unpositioned === ''
    ? positioned
    : `${positioned} ${PHRASE_BREAK} ${unpositioned.replaceAll(' ', ` ${PHRASE_BREAK} `)}`

export type IndexedFields = Record<SearchField, IndexedText>

export const indexedFields = (words: FieldWords): IndexedFields => {
  const entries = searchFields.map((field) => [field, indexedText(words[field], fieldLimits[field])] as const)
  return Object.fromEntries(entries) as IndexedFields
}

/**
 * Facet tokens are words that nobody can type: they begin with a sign that is neither letter nor digit. With them a search
 * of the same index filters by chapter, year and every other facet.
 */
export const allPapersToken = '\u00a7all'
export const toIndexToken = (mark: FacetToken): string => `\u00a7${mark}`

/** The marks of one paper as its index entry holds them. */
export const toIndexTokens = (marks: readonly FacetToken[]): string[] => [allPapersToken, ...marks.map(toIndexToken)]
