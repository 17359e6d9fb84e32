import type { Paper } from '#core/papers/paper.ts'
import type { FieldWords } from '#core/search/field-words.ts'
import { PHRASE_BREAK } from '#core/text/tokenize.ts'
import { BREAK, packWords } from './packed-words.ts'
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

export type WeighedPaper<Token extends string | number = string> = {
  words: RankedWords<Token>
  /** Occurrences of each word, weighted by their fields. */
  frequencies: ReadonlyMap<Token, number>
  /** What the frequency of a word is compared with. */
  norm: number
}

const isBreak = (token: string | number): boolean => token === PHRASE_BREAK || token === BREAK

/**
 * What each word of a paper weighs in it.
 * @param wanted words that are asked for, where the others need not be known
 */
export const weighWords = <Token extends string | number>(
  words: RankedWords<Token>,
  wanted?: { has(token: Token): boolean },
): WeighedPaper<Token> => {
  const frequencies = new Map<Token, number>()
  let length = 0
  for (const field of rankedFieldNames) {
    const weight = rankedFields[field]
    const { inOrder, loose } = words[field]
    for (const tokens of [inOrder, loose])
      for (const token of tokens)
        if (wanted === undefined ? !isBreak(token) : wanted.has(token))
          frequencies.set(token, (frequencies.get(token) ?? 0) + weight)
    const breaks = field === 'concepts' ? Array.from(inOrder).filter(isBreak).length : 0
    length += weight * (inOrder.length - breaks)
  }
  return { words, frequencies, norm: SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / USUAL_LENGTH) }
}

/** What a word counts in a paper: from 0, where it does not occur, towards 1. */
export const impactOf = (frequency: number, norm: number): number => frequency / (frequency + norm)

/** Steps in which the index stores impacts. */
export const IMPACT_LEVELS = 64

/** A paper as the index of the ranking stores it: its words with the impact of each, in steps from 1, and all in order. */
export type TermImpacts = { terms: string; levels: Uint8Array; words: Uint8Array }

export const termImpacts = (paper: Paper, known: Partial<FieldWords> = {}): TermImpacts => {
  const words = rankedWords(paper, known)
  const { frequencies, norm } = weighWords(words)
  const levels = Uint8Array.from(frequencies.values(), (frequency) =>
    Math.max(1, Math.round(impactOf(frequency, norm) * (IMPACT_LEVELS - 1))),
  )
  return { terms: [...frequencies.keys()].join(' '), levels, words: packWords(words) }
}
