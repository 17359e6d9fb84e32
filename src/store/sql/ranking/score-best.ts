import type { ScoredTerm } from '#core/search/ranking/score-paper.ts'
import type { Db } from '#store/rows.ts'
import { readFirstBlocks, type LiveSegments } from '#store/sql/postings/read-postings.ts'
import { askFurther } from './ask-further.ts'
import { findCandidates, type Candidate } from './find-candidates.ts'
import { exactScorer, SCORED_EXACTLY } from './score-exactly.ts'
import { frequencies, worthTerms } from './weigh-question.ts'

export type RankingRound = {
  db: Db
  live: LiveSegments
  terms: readonly { term: string; weight: number }[]
  words: readonly string[]
  content: readonly string[]
  /** Which papers may be hits. */
  isWanted: (seq: number) => boolean
}

const joinTerms = (terms: readonly ScoredTerm[], added: readonly ScoredTerm[]): ScoredTerm[] => {
  const sums = new Map(terms.map(({ term, worth }) => [term, worth]))
  for (const { term, worth } of added) sums.set(term, (sums.get(term) ?? 0) + worth)
  return [...sums].map(([term, worth]) => ({ term, worth }))
}

/**
 * Ranks in two rounds: what the question says leads to the best papers, and what these say leads on to more. The best of
 * each round are scored exactly, the rest keep the order of the index.
 */
export const scoreBest = async ({ db, live, isWanted, ...asked }: RankingRound): Promise<Candidate[]> => {
  const blocks = await readFirstBlocks(
    db,
    live,
    asked.terms.map(({ term }) => term),
  )
  const terms = worthTerms(asked.terms, frequencies(blocks), live.papers)
  const scoreExactly = exactScorer(db, { ...asked, terms })
  const first = await findCandidates(db, terms, { blocks, isWanted })
  const ranked = await scoreExactly(first, [])
  const given = asked.terms.reduce((sum, { weight }) => sum + weight, 0)
  const added = await askFurther(db, live, { ranked, given })
  if (added.terms.length === 0) return [...ranked, ...first.slice(SCORED_EXACTLY)]
  const known = new Set(blocks.map(({ term }) => term))
  const both = [...blocks, ...added.blocks.filter(({ term }) => !known.has(term))]
  const second = await findCandidates(db, joinTerms(terms, added.terms), { blocks: both, isWanted })
  return [...(await scoreExactly(second, added.terms)), ...second.slice(SCORED_EXACTLY)]
}
