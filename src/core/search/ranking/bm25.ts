import type { Paper } from '#core/papers/paper.ts'
import type { FieldWords } from '#core/search/indexed-fields.ts'
import { PHRASE_BREAK } from '#core/text/tokenize.ts'
import { packWords, rankedWords, type RankedWords } from './ranked-words.ts'
import { rankedFieldNames, fieldWeights } from './field-weights.ts'

/** BM25 over weighted fields (BM25F). */

/** Term frequency saturation (k1). */
const SATURATION = 1.5
/** Length normalization (b). */
const LENGTH_SHARE = 0.4
/**
 * The typical weighted length. It is constant, so that the impact of a word depends on its paper alone and new papers change no
 * others.
 */
const USUAL_LENGTH = 80

export type WeighedPaper = {
  words: RankedWords
  /** Occurrences of each word, weighted by their fields. */
  frequencies: ReadonlyMap<string, number>
  /** The length norm that frequencies are compared with. */
  norm: number
}

/** @param length the number of ordered words, weighted by field */
export const normOf = (length: number): number =>
  SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / USUAL_LENGTH)

export const weighWords = (words: RankedWords): WeighedPaper => {
  const frequencies = new Map<string, number>()
  let length = 0
  for (const field of rankedFieldNames) {
    const weight = fieldWeights[field]
    const { inOrder, unordered } = words[field]
    for (const tokens of [inOrder, unordered])
      for (const token of tokens)
        if (token !== PHRASE_BREAK) frequencies.set(token, (frequencies.get(token) ?? 0) + weight)
    const breaks = field === 'concepts' ? Array.from(inOrder).filter((token) => token === PHRASE_BREAK).length : 0
    length += weight * (inOrder.length - breaks)
  }
  return { words, frequencies, norm: normOf(length) }
}

/** The impact of a word in a paper: 0 if it does not occur, approaching 1. */
export const impactOf = (frequency: number, norm: number): number => frequency / (frequency + norm)

/** Levels to which the index quantizes impacts. */
export const IMPACT_LEVELS = 64

/** The ranking entry of a paper: its terms with their impact levels (from 1), and its packed words. */
export type TermImpacts = { terms: readonly string[]; levels: Uint8Array; words: Uint8Array }

export const termImpacts = (paper: Paper, known: Partial<FieldWords> = {}): TermImpacts => {
  const words = rankedWords(paper, known)
  const { frequencies, norm } = weighWords(words)
  const levels = Uint8Array.from(frequencies.values(), (frequency) =>
    Math.max(1, Math.round(impactOf(frequency, norm) * (IMPACT_LEVELS - 1))),
  )
  return { terms: [...frequencies.keys()], levels, words: packWords(words) }
}
