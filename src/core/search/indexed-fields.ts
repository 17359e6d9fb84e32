import type { Paper } from '#core/papers/paper.ts'
import { withLatinForms } from '#core/text/latin-forms.ts'
import { tokenize, type Word, PHRASE_BREAK } from '#core/text/tokenize.ts'
import { type SearchField, searchFields } from './search-query.ts'
import type { FacetToken } from './facet-token.ts'
import { doSteps, mapTextsInSteps, type Steps } from '#core/steps.ts'

/** The words of each searched field: one list per author or topic, and a single list for other fields. */
export type FieldWords = Record<SearchField, readonly Word[][]>

/** Tokenizes a paper once for all indexes. A paper of usual size takes one step. */
export function* fieldWordsInSteps({ title, authors, abstract, topics }: Paper): Steps<FieldWords> {
  const names = [...authors, ...topics]
  const words = yield* mapTextsInSteps(names, (name) => tokenize(name))
  return {
    title: [tokenize(title)],
    authors: words.slice(0, authors.length).map(withLatinForms),
    abstract: [tokenize(abstract ?? '')],
    topics: words.slice(authors.length),
  }
}

/** The same at once. */
export const fieldWords = (paper: Paper): FieldWords => doSteps(fieldWordsInSteps(paper))

/**
 * How much of a field is indexed. PostgreSQL allows 16,383 positions and 1 MB per paper and 256 positions per word, and stores
 * each word twice plus four bytes per position. The limits of the four fields add up to less, and apply to SQLite too, so that
 * both engines find the same.
 */
export type FieldLimits = {
  /** Words that have a position, so that phrases find them. */
  positions: number
  /** Positions of one word. */
  repeats: number
  /** Bytes of all distinct words, including the overhead of an index. */
  bytes: number
}

const fieldLimits: Record<SearchField, FieldLimits> = {
  title: { positions: 1_000, repeats: 30, bytes: 15_000 },
  authors: { positions: 8_000, repeats: 120, bytes: 230_000 },
  abstract: { positions: 5_000, repeats: 80, bytes: 180_000 },
  topics: { positions: 2_000, repeats: 20, bytes: 60_000 },
}

/**
 * Words separated by spaces: `positioned` ones can be found as phrases, with breaks between what must not form one;
 * `unpositioned` ones only singly. Texts, since lists of short strings take ten times as long to pass to another thread.
 */
export type IndexedText = { positioned: string; unpositioned: string }

export const splitTokens = (text: string): string[] => (text === '' ? [] : text.split(' '))

const BYTES_PER_TOKEN = 12
const NO_SPACE_LEFT = -1

/**
 * The parts of every word in order; joined forms and words beyond the limit of positions are unpositioned. Only parts form
 * phrases, so `"double blind"` finds `double-blind` and vice versa.
 */
export const indexedText = (
  values: readonly (readonly Word[])[],
  { positions, repeats, bytes }: FieldLimits,
): IndexedText => {
  /** How many positions each word has so far. */
  const placed = new Map<string, number>()
  const inOrder: string[] = []
  const unpositionedTokens = new Set<string>()
  let left = bytes
  /** A new word is accepted while enough bytes are left. */
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
    else if (inOrder.length >= positions) unpositionedTokens.add(token)
    else {
      // A word beyond its limit leaves a break, so that its neighbours do not form a phrase.
      inOrder.push(times >= repeats ? PHRASE_BREAK : token)
      placed.set(token, times + 1)
    }
  }
  for (const words of values) {
    if (inOrder.length > 0) inOrder.push(PHRASE_BREAK)
    for (const word of words) {
      for (const { token } of word.parts) place(token)
      for (const { token } of [...word.joined, ...word.unsigned])
        if (timesPlaced(token) !== NO_SPACE_LEFT) unpositionedTokens.add(token)
    }
  }
  if (inOrder.length > positions) inOrder.length = positions
  return { positioned: inOrder.join(' '), unpositioned: [...unpositionedTokens].join(' ') }
}

/** All words of a field in one text; unpositioned words are separated by breaks, so that no phrase spans them. */
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
 * Facet tokens begin with a sign that is neither letter nor digit, so they cannot be typed as words. They let a search of the
 * same index filter by chapter, year and other facets.
 */
export const allPapersToken = '\u00a7all'
export const toIndexToken = (token: FacetToken): string => `\u00a7${token}`

/** The facet tokens in the index entry of a paper. */
export const toIndexTokens = (tokens: readonly FacetToken[]): string[] => [allPapersToken, ...tokens.map(toIndexToken)]
