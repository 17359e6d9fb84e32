import { type WeightedTerm } from './ranked-query.ts'
import { wordWeight } from './stop-words.ts'
import { impactOf, type WeighedPaper } from './bm25.ts'

/** Pseudo-relevance feedback: words of the best papers of a first round expand the question. */

/** The papers that terms are taken from, the candidate terms, and the terms added to a question. */
export const FEEDBACK_PAPERS = 6
const CANDIDATE_TERMS = 100
const EXPANSION_TERMS = 20
/**
 * The total weight of expansion terms relative to the words of the question. Small collections would gain from more; with 100,000
 * papers more would lose papers from the first twenty (decision 19).
 */
const EXPANSION_SHARE = 0.7
/** Terms in a larger share of papers are ignored. */
const COMMON_SHARE = 0.4
const MIN_WORD_LENGTH = 3

/** The best papers, with their scores in the first round. */
export type FeedbackPaper = { weighed: WeighedPaper; score: number }

const byWeight = (a: WeightedTerm, b: WeightedTerm): number => b.weight - a.weight || (a.term < b.term ? -1 : 1)

/** Candidate terms from the best papers, by falling weight. */
export const feedbackTerms = (papers: readonly FeedbackPaper[]): WeightedTerm[] => {
  const best = papers[0]?.score ?? 0
  if (best <= 0) return []
  const weights = new Map<string, number>()
  // The second best paper is often off topic, so the best counts most.
  for (const { weighed, score } of papers)
    for (const [term, frequency] of weighed.frequencies) {
      const weight = (score / best) ** 2 * impactOf(frequency, weighed.norm)
      weights.set(term, (weights.get(term) ?? 0) + weight)
    }
  return [...weights]
    .filter(([term]) => term.length >= MIN_WORD_LENGTH && wordWeight(term) === 1)
    .map(([term, weight]) => ({ term, weight }))
    .toSorted(byWeight)
    .slice(0, CANDIDATE_TERMS)
}

/**
 * Chooses the expansion terms of a question, with their weights.
 * @param given the total weight of the question's own words
 */
export const chooseExpansionTerms = (
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
    .map(({ term, weight }) => ({ term, weight, gain: weight * rarityOf(term) }))
    .toSorted((a, b) => b.gain - a.gain || (a.term < b.term ? -1 : 1))
    .slice(0, EXPANSION_TERMS)
  const sum = chosen.reduce((total, { weight }) => total + weight, 0)
  return chosen.map(({ term, weight }) => ({ term, weight: (EXPANSION_SHARE * given * weight) / sum }))
}
