import type { Paper } from '#core/papers/paper.ts'
import type { FieldWords } from '#core/search/field-words.ts'
import { PHRASE_BREAK } from '#core/text/tokenize.ts'
import { packWords } from './packed-words.ts'
import { rankedFieldNames, rankedFields, rankedWords, type RankedWords } from './ranked-words.ts'

/** What a paper says, field by field, and how much each word of it counts: BM25 over weighted fields (BM25F). */

/** How soon a word that occurs again counts less. */
const SATURATION = 1.5
/** How much a long paper has to say a word more often. */
const LENGTH_SHARE = 0.4
/**
 * The weighted length of a usual paper. It is fixed, so that what a word counts in a paper follows from the paper alone:
 * a paper that comes later changes no other.
 */
const USUAL_LENGTH = 80

export type WeighedPaper = {
  words: RankedWords
  /** Occurrences of each word, weighted by their fields. */
  frequencies: ReadonlyMap<string, number>
  /** What the frequency of a word is compared with. */
  norm: number
}

/** @param length of a paper: its words in their order, weighted by their fields */
export const normOf = (length: number): number =>
  SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / USUAL_LENGTH)

/** What each word of a paper weighs in it. */
export const weighWords = (words: RankedWords): WeighedPaper => {
  const frequencies = new Map<string, number>()
  let length = 0
  for (const field of rankedFieldNames) {
    const weight = rankedFields[field]
    const { inOrder, loose } = words[field]
    for (const tokens of [inOrder, loose])
      for (const token of tokens)
        if (token !== PHRASE_BREAK) frequencies.set(token, (frequencies.get(token) ?? 0) + weight)
    const breaks = field === 'concepts' ? Array.from(inOrder).filter((token) => token === PHRASE_BREAK).length : 0
    length += weight * (inOrder.length - breaks)
  }
  return { words, frequencies, norm: normOf(length) }
}

/** What a word counts in a paper: from 0, where it does not occur, towards 1. */
export const impactOf = (frequency: number, norm: number): number => frequency / (frequency + norm)

/** Steps in which the index stores impacts. */
export const IMPACT_LEVELS = 64

/** A paper as the index of the ranking stores it: its words with the impact of each, in steps from 1, and all in order. */
export type TermImpacts = { terms: readonly string[]; levels: Uint8Array; words: Uint8Array }

export const termImpacts = (paper: Paper, known: Partial<FieldWords> = {}): TermImpacts => {
  const words = rankedWords(paper, known)
  const { frequencies, norm } = weighWords(words)
  const levels = Uint8Array.from(frequencies.values(), (frequency) =>
    Math.max(1, Math.round(impactOf(frequency, norm) * (IMPACT_LEVELS - 1))),
  )
  return { terms: [...frequencies.keys()], levels, words: packWords(words) }
}
