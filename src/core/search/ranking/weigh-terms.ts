import type { Paper } from '#core/papers/paper.ts'
import { tokenize } from '#core/text/tokenize.ts'

/** What a paper says, field by field, and how much each word of it counts: BM25 over weighted fields (BM25F). */

/** The fields that a ranking reads, with the weight of a word in each. */
export const rankedFields = {
  title: 2.5,
  abstract: 1,
  topics: 1.5,
  concepts: 0.5,
  authors: 0.1,
  institution: 0.1,
  commentary: 0.8,
} as const
export type RankedField = keyof typeof rankedFields

export const rankedFieldNames = Object.keys(rankedFields) as RankedField[]

/** How soon a word that occurs again counts less. */
const SATURATION = 1.5
/** How much a long paper has to say a word more often. */
const LENGTH_SHARE = 0.4
/**
 * The weighted length of a usual paper. It is fixed, so that what a word counts in a paper follows from the paper alone:
 * a paper that comes later changes no other.
 */
const USUAL_LENGTH = 80

export const fieldTexts = (paper: Paper): Record<RankedField, string> => ({
  title: paper.title,
  abstract: paper.abstract ?? '',
  topics: paper.topics.join('\n'),
  concepts: paper.concepts.join('\n'),
  authors: paper.authors.join('\n'),
  institution: paper.institution ?? '',
  commentary: paper.commentary ?? '',
})

/** Longer texts are cut: what stands behind counts neither as a word nor as length. */
const MAX_FIELD_CHARACTERS = 20_000

export type FieldTokens = Record<RankedField, string[]>

export type WeighedPaper = {
  /** The words of each field in their order. */
  tokens: FieldTokens
  /** Occurrences of each word, weighted by their fields; joined forms, such as gpt4o for gpt-4o, are words too. */
  frequencies: ReadonlyMap<string, number>
  /** What the frequency of a word is compared with. */
  norm: number
}

/** The weighted words of a paper. */
export const weighPaper = (paper: Paper): WeighedPaper => {
  const texts = fieldTexts(paper)
  const frequencies = new Map<string, number>()
  let length = 0
  const tokensOf = (field: RankedField): string[] => {
    const weight = rankedFields[field]
    const add = (token: string): void => {
      frequencies.set(token, (frequencies.get(token) ?? 0) + weight)
    }
    const inOrder: string[] = []
    for (const { parts, joined, unsigned } of tokenize(texts[field].slice(0, MAX_FIELD_CHARACTERS))) {
      for (const { token } of parts) {
        inOrder.push(token)
        add(token)
      }
      for (const { token } of joined) add(token)
      for (const { token } of unsigned) add(token)
    }
    length += weight * inOrder.length
    return inOrder
  }
  const tokens = Object.fromEntries(rankedFieldNames.map((field) => [field, tokensOf(field)])) as FieldTokens
  return { tokens, frequencies, norm: SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / USUAL_LENGTH) }
}

/** What a word counts in a paper: from 0, where it does not occur, towards 1. */
export const impactOf = (frequency: number, norm: number): number => frequency / (frequency + norm)

/** Steps in which the index stores impacts. */
export const IMPACT_LEVELS = 64

/** The words of a paper with the impact of each, in steps from 1: as the index of the ranking stores them. */
export type TermImpacts = { terms: string; levels: Uint8Array }

export const termImpacts = (paper: Paper): TermImpacts => {
  const { frequencies, norm } = weighPaper(paper)
  const levels = Uint8Array.from(frequencies.values(), (frequency) =>
    Math.max(1, Math.round(impactOf(frequency, norm) * (IMPACT_LEVELS - 1))),
  )
  return { terms: [...frequencies.keys()].join(' '), levels }
}
