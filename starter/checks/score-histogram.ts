import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'

/** How many papers have a score in each tenth, from 0.0-0.1 to 0.9-1.0. Scores are millionths; null counts nowhere. */
export const histogram = (scores: readonly (number | null)[]): number[] => {
  const counts = Array.from({ length: 10 }, () => 0)
  for (const score of scores)
    if (score !== null) {
      const tenth = Math.min(9, Math.floor(score / 100_000))
      counts[tenth] = (counts[tenth] ?? 0) + 1
    }
  return counts
}

/** Both scores of a corpus, one line each. */
export const scoreLines = ({ papers }: StarterCorpus): string =>
  (['longHorizon', 'enterprise'] as const)
    .map((name) => `${name} by tenths: ${histogram(papers.map(({ paper }) => paper[name])).join(' ')}\n`)
    .join('')
