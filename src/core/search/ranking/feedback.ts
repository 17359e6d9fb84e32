import { wordWeight } from './filler-words.ts'
import type { WeightedTerm } from './ranked-query.ts'
import { impactOf, type WeighedPaper } from './bm25.ts'

/** What the best papers of a first round say, as words to search further with (relevance feedback). */

/** Papers that are listened to, words that are looked up, and words that are added to a question. */
export const FEEDBACK_PAPERS = 6
const LOOKED_UP_WORDS = 100
const ADDED_WORDS = 20
/**
 * What all added words together weigh against the words of the question. Small collections gain by more of it; among
 * 100,000 papers more of it loses papers of the first twenty (decision 19).
 */
const ADDED_SHARE = 0.7
/** A word of so many papers says nothing. */
const COMMON_SHARE = 0.4
const MIN_WORD_LENGTH = 3

/** The best papers, with their scores in the first round. */
export type FeedbackPaper = { weighed: WeighedPaper; score: number }

const byWeight = (a: WeightedTerm, b: WeightedTerm): number => b.weight - a.weight || (a.term < b.term ? -1 : 1)

/** The words of the best papers, those that fill most of them first. */
export const feedbackTerms = (papers: readonly FeedbackPaper[]): WeightedTerm[] => {
  const best = papers[0]?.score ?? 0
  if (best <= 0) return []
  const weights = new Map<string, number>()
  // The second best is often about something else: what is said by the best counts most.
  for (const { weighed, score } of papers)
    for (const [term, frequency] of weighed.frequencies) {
      const weight = (score / best) ** 2 * impactOf(frequency, weighed.norm)
      weights.set(term, (weights.get(term) ?? 0) + weight)
    }
  return [...weights]
    .filter(([term]) => term.length >= MIN_WORD_LENGTH && wordWeight(term) === 1)
    .map(([term, weight]) => ({ term, weight }))
    .toSorted(byWeight)
    .slice(0, LOOKED_UP_WORDS)
}

/**
 * The words that are added to a question, with their weights.
 * @param given weights of the question's own words, summed
 */
export const chooseAddedTerms = (
  terms: readonly WeightedTerm[],
  given: number,
  {
    papers,
    frequencyOf,
    rarityOf,
  }: { papers: number; frequencyOf: (term: string) => number; rarityOf: (term: string) => number },
): WeightedTerm[] => {
  const chosen = terms
    .filter(({ term }) => frequencyOf(term) > 1 && frequencyOf(term) < papers * COMMON_SHARE)
    .map(({ term, weight }) => ({ term, weight, told: weight * rarityOf(term) }))
    .toSorted((a, b) => b.told - a.told || (a.term < b.term ? -1 : 1))
    .slice(0, ADDED_WORDS)
  const sum = chosen.reduce((total, { weight }) => total + weight, 0)
  return chosen.map(({ term, weight }) => ({ term, weight: (ADDED_SHARE * given * weight) / sum }))
}
