import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import type { Paper } from '#core/papers/paper.ts'
import { chooseAddedTerms, FEEDBACK_PAPERS, feedbackTerms, type FeedbackPaper } from '#core/search/ranking/feedback.ts'
import { documentFrequency, rarity } from '#core/search/ranking/reading-budget.ts'
import { scorePaper, wordScore, type Question, type ScoredTerm } from '#core/search/ranking/score-paper.ts'
import { weighPaper, type WeighedPaper } from '#core/search/ranking/weigh-terms.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { findCandidates, type Candidate } from './find-candidates.ts'
import { readFirstBlocks, type FirstBlock, type LiveSegments } from '#store/sql/postings/read-postings.ts'

/** Candidates that are scored exactly, by reading their words. */
const SCORED_EXACTLY = 80

type Read = { paper: Paper; weighed: WeighedPaper }

/** Papers are read and cut into words once for both rounds. */
const paperCache = (db: Db) => {
  const known = new Map<number, Read>()
  return async (seqs: readonly number[]): Promise<Map<number, Read>> => {
    const missing = seqs.filter((seq) => !known.has(seq))
    if (missing.length > 0) {
      const rows = await db
        .selectFrom('papers')
        .selectAll()
        .where('seq', 'in', paddedKeys(missing))
        .where('state', '=', 'accepted')
        .execute()
      for (const row of rows) {
        const paper = paperFromRow(row)
        known.set(row.seq, { paper, weighed: weighPaper(paper) })
      }
    }
    return known
  }
}

/** How many papers have each word. */
export const frequencies = (blocks: readonly FirstBlock[]): Map<string, number> =>
  new Map(
    [...Map.groupBy(blocks, ({ term }) => term)].map(([term, some]) => [
      term,
      documentFrequency(some.flatMap(({ counts }) => counts)),
    ]),
  )

const worthTerms = (
  terms: readonly { term: string; weight: number }[],
  frequencyOf: ReadonlyMap<string, number>,
  papers: number,
): ScoredTerm[] =>
  terms
    .filter(({ term }) => (frequencyOf.get(term) ?? 0) > 0)
    .map(({ term, weight }) => ({ term, worth: weight * rarity(papers, frequencyOf.get(term) ?? 0) }))

export type RankingRound = {
  db: Db
  live: LiveSegments
  terms: readonly { term: string; weight: number }[]
  content: readonly string[]
  key: string
  /** Which candidates may be hits. */
  narrow: (candidates: readonly Candidate[]) => Candidate[]
}

/**
 * Ranks in two rounds: what the question says leads to the best papers, and what these say leads on to more. The best of
 * each round are scored exactly, the rest keep the order of the index.
 */
export const scoreBest = async (round: RankingRound): Promise<Candidate[]> => {
  const { db, live, narrow } = round
  const blocks = await readFirstBlocks(
    db,
    live,
    round.terms.map(({ term }) => term),
  )
  const terms = worthTerms(round.terms, frequencies(blocks), live.papers)
  const question: Question = { terms, content: round.content, key: round.key }
  const readPapers = paperCache(db)
  const scoreExactly = async (found: readonly Candidate[], added: readonly ScoredTerm[]): Promise<Candidate[]> => {
    const best = found.slice(0, SCORED_EXACTLY)
    const read = await readPapers(best.map(({ seq }) => seq))
    return best
      .flatMap(({ seq }) => {
        const one = read.get(seq)
        if (one === undefined) return []
        return [{ seq, score: scorePaper(one.paper, one.weighed, question) + wordScore(one.weighed, added) }]
      })
      .toSorted((a, b) => b.score - a.score || a.seq - b.seq)
  }
  const first = narrow(await findCandidates(db, terms, blocks))
  const ranked = await scoreExactly(first, [])
  const read = await readPapers([])
  const best = ranked.slice(0, FEEDBACK_PAPERS).flatMap(({ seq, score }): FeedbackPaper[] => {
    const one = read.get(seq)
    return one === undefined ? [] : [{ weighed: one.weighed, score }]
  })
  const proposed = feedbackTerms(best)
  const addedBlocks = await readFirstBlocks(
    db,
    live,
    proposed.map(({ term }) => term),
  )
  const frequencyOf = frequencies(addedBlocks)
  const given = round.terms.reduce((sum, { weight }) => sum + weight, 0)
  const chosen = chooseAddedTerms(proposed, given, {
    papers: live.papers,
    frequencyOf: (term) => frequencyOf.get(term) ?? 0,
    rarityOf: (term) => rarity(live.papers, frequencyOf.get(term) ?? 0),
  })
  if (chosen.length === 0) return [...ranked, ...first.slice(SCORED_EXACTLY)]
  const added = worthTerms(chosen, frequencyOf, live.papers)
  const known = new Set(blocks.map(({ term }) => term))
  const both = [...blocks, ...addedBlocks.filter(({ term }) => !known.has(term))]
  const sums = new Map(terms.map(({ term, worth }) => [term, worth]))
  for (const { term, worth } of added) sums.set(term, (sums.get(term) ?? 0) + worth)
  const second = narrow(
    await findCandidates(
      db,
      [...sums].map(([term, worth]) => ({ term, worth })),
      both,
    ),
  )
  return [...(await scoreExactly(second, added)), ...second.slice(SCORED_EXACTLY)]
}
