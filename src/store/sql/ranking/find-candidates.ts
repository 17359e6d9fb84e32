import { Accumulator } from '#core/search/ranking/accumulator.ts'
import { BLOCK_SIZE, visitPostings, type LevelCount } from '#core/search/ranking/postings.ts'
import { planReading } from '#core/search/ranking/reading-budget.ts'
import type { ScoredTerm } from '#core/search/ranking/score-paper.ts'
import { IMPACT_LEVELS } from '#core/search/ranking/bm25.ts'
import type { Db } from '#store/rows.ts'
import { readFurtherBlocks, type FirstBlock, type NeededBlocks } from '#store/sql/postings/read-postings.ts'

/** The index scores candidates in whole numbers, `SCORE_UNITS` for what an exact score counts as one. */
export type Candidate = { seq: number; score: number }

/** What a word adds where it occurs: more, the more it says there, or the same anywhere. */
export type CountedBy = 'impact' | 'presence'

/** Candidates of a round, where a filter looks at each: nothing is looked at behind these. */
export const MAX_CANDIDATES = 4_000

type Reading = {
  blocks: readonly FirstBlock[]
  by?: CountedBy
  /** Postings that are read at most, about. */
  budget?: number
  /** What may be a candidate at all; null for anything. */
  isWanted?: ((seq: number) => boolean) | null
  /** How many are needed: the fewer, the less is sorted. */
  most?: number
  /** Papers that something else led to: candidates, too, with whatever the words add to them. */
  also?: Iterable<number>
}

/** Scores are summed as whole numbers, so that the order of adding makes no difference. */
export const SCORE_UNITS = 1_000_000

const countsOf = (blocks: readonly FirstBlock[]): LevelCount[] => blocks.flatMap(({ counts }) => counts)

/** How many postings of a segment lie at a level or above. */
const postingsFrom = (counts: readonly LevelCount[], least: number): number =>
  counts.reduce((sum, { level, count }) => sum + (Math.abs(level) >= least ? count : 0), 0)

/**
 * The papers, or passages, that the words' postings lead to, best first, read down to where the budget allows.
 * Candidates are scored by steps of impact; the best are to be scored exactly.
 */
export const findCandidates = async (
  db: Db,
  terms: readonly ScoredTerm[],
  { blocks, by = 'impact', budget, isWanted = null, most = MAX_CANDIDATES, also = [] }: Reading,
): Promise<Candidate[]> => {
  const byTerm = Map.groupBy(blocks, ({ term }) => term)
  const asked = terms.filter(({ term, worth }) => worth > 0 && byTerm.has(term))
  const { leastOf, postings } = planReading(
    asked.map(({ term }) => ({ term, counts: countsOf(byTerm.get(term) ?? []) })),
    budget,
  )
  const read = asked.flatMap(({ term }) => byTerm.get(term) ?? [])
  const least = (term: string): number => leastOf.get(term) ?? IMPACT_LEVELS
  const needed = read.map((word): NeededBlocks => ({
    word,
    blocks: Math.max(0, Math.ceil(postingsFrom(word.counts, least(word.term)) / BLOCK_SIZE) - 1),
  }))
  const unitsOf = new Map(
    asked.map(({ term, worth }) => [term, Math.round((worth * SCORE_UNITS) / (IMPACT_LEVELS - 1))]),
  )
  await readFurtherBlocks(db, needed)
  // Nothing is waited for from here on: another search uses the same arrays.
  const scores = new Accumulator(postings)
  for (const { word, blocks } of needed) {
    const units = unitsOf.get(word.term) ?? 0
    const reading = { counts: word.counts, least: least(word.term) }
    for (const [block, bytes] of [word.postings, ...word.further.slice(0, blocks)].entries())
      visitPostings({ block, bytes }, reading, (seqs, level) =>
        scores.add(seqs, units * (by === 'impact' ? level : Math.sign(level))),
      )
  }
  const best = scores.best(most, isWanted)
  const known = new Set(best.map(({ seq }) => seq))
  const others = Array.from(also, (seq) => ({ seq, score: scores.of(seq) }))
  return [...best, ...others.filter(({ seq, score }) => score > 0 && !known.has(seq))]
}
