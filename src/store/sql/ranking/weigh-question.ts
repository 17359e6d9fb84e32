import { documentFrequency, rarity } from '#core/search/ranking/reading-budget.ts'
import type { ScoredTerm } from '#core/search/ranking/score-paper.ts'
import type { FirstBlock } from '#store/sql/postings/read-postings.ts'

/** How many papers have each word. */
export const frequencies = (blocks: readonly FirstBlock[]): Map<string, number> => {
  const found = new Map<string, number>()
  for (const { term, counts } of blocks) found.set(term, (found.get(term) ?? 0) + documentFrequency(counts))
  return found
}

/** The words that some paper has, with what each is worth among so many papers. */
export const worthTerms = (
  terms: readonly { term: string; weight: number }[],
  frequencyOf: ReadonlyMap<string, number>,
  papers: number,
): ScoredTerm[] =>
  terms
    .filter(({ term }) => (frequencyOf.get(term) ?? 0) > 0)
    .map(({ term, weight }) => ({ term, worth: weight * rarity(papers, frequencyOf.get(term) ?? 0) }))
