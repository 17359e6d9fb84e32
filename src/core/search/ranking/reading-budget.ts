import { IMPACT_LEVELS } from './bm25.ts'
import type { LevelCount } from './postings.ts'

/** Postings that one round of a ranking reads, at any size of the corpus. */
export const READING_BUDGET = 40_000

/** The levels of a word's postings in all segments. */
export type TermLevels = { term: string; counts: readonly LevelCount[] }

const countByLevel = (counts: readonly LevelCount[]): Float64Array => {
  const byLevel = new Float64Array(IMPACT_LEVELS)
  for (const { level, count } of counts) byLevel[Math.abs(level)] = (byLevel[Math.abs(level)] ?? 0) + count
  return byLevel
}

/** The lowest level that may be read with so many postings; the highest that there is, in any case. */
const leastLevel = (counts: readonly LevelCount[], share: number): { least: number; postings: number } => {
  const byLevel = countByLevel(counts)
  let postings = 0
  let least = IMPACT_LEVELS
  for (let level = IMPACT_LEVELS - 1; level > 0; level -= 1) {
    const here = byLevel[level] ?? 0
    if (postings > 0 && postings + here > share) break
    postings += here
    least = level
  }
  return { least, postings }
}

/**
 * Down to which level each word is read. Rare words are read whole and leave their part of the budget to frequent ones.
 * What is read depends on the numbers of postings only, not on how they are spread over segments.
 */
export const planReading = (
  terms: readonly TermLevels[],
  budget = READING_BUDGET,
): { leastOf: Map<string, number>; postings: number } => {
  const sized = terms
    .map(({ term, counts }) => ({ term, counts, size: counts.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => a.size - b.size || (a.term < b.term ? -1 : 1))
  const leastOf = new Map<string, number>()
  let read = 0
  for (const [index, { term, counts }] of sized.entries()) {
    const share = Math.max(0, budget - read) / (sized.length - index)
    const { least, postings } = leastLevel(counts, share)
    leastOf.set(term, least)
    read += postings
  }
  return { leastOf, postings: read }
}

/** How many papers have a word. */
export const documentFrequency = (counts: readonly LevelCount[]): number =>
  counts.reduce((sum, { level, count }) => sum + Math.sign(level) * count, 0)

/** How much a word tells: the fewer papers have it, the more. */
export const rarity = (papers: number, withWord: number): number => {
  const having = Math.min(papers, Math.max(0, withWord))
  return Math.log(1 + (papers - having + 0.5) / (having + 0.5))
}
