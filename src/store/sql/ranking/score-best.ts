import { passageTerm } from '#core/search/ranking/passage-terms.ts'
import type { ScoredTerm } from '#core/search/ranking/score-paper.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { readFirstBlocks, type FirstBlock, type LiveSegments } from '#store/sql/postings/read-postings.ts'
import { askFurther } from './ask-further.ts'
import { findCandidates, type Candidate } from './find-candidates.ts'
import { exactScorer, SCORED_EXACTLY } from './score-exactly.ts'
import { countPassages, scoreTexts, type TextScores } from './score-texts.ts'
import { frequencies, worthTerms } from './weigh-question.ts'

export type RankingRound = {
  db: Db
  live: LiveSegments
  terms: readonly { term: string; weight: number }[]
  words: readonly string[]
  content: readonly string[]
  /** Which papers may be hits; null for all. */
  isWanted: ((seq: number) => boolean) | null
  /** How many of the ranked papers are needed. */
  most: number
}

/**
 * Papers, best first, the words of the question with what each is worth, and what full texts say; and the papers that
 * were read on the way, most of which are hits.
 */
export type RankedPapers = {
  ranked: Candidate[]
  terms: ScoredTerm[]
  texts: TextScores
  rows: ReadonlyMap<number, PaperRow>
}

const joinTerms = (terms: readonly ScoredTerm[], added: readonly ScoredTerm[]): ScoredTerm[] => {
  const sums = new Map(terms.map(({ term, worth }) => [term, worth]))
  for (const { term, worth } of added) sums.set(term, (sums.get(term) ?? 0) + worth)
  return [...sums].map(([term, worth]) => ({ term, worth }))
}

/** Candidates with what their full texts add, and papers that only a full text led to. */
const withTexts = (candidates: readonly Candidate[], texts: TextScores, most: number): Candidate[] => {
  if (texts.size === 0) return [...candidates]
  const scores = new Map(candidates.map(({ seq, score }) => [seq, score]))
  for (const [seq, { score }] of texts) scores.set(seq, (scores.get(seq) ?? 0) + score)
  return [...scores]
    .map(([seq, score]) => ({ seq, score }))
    .toSorted((a, b) => b.score - a.score || a.seq - b.seq)
    .slice(0, most)
}

/**
 * Ranks in two rounds: what the question says leads to the best papers, and what these say leads on to more. The best of
 * each round are scored exactly, the rest keep the order of the index.
 */
export const scoreBest = async ({ db, live, isWanted, most, ...asked }: RankingRound): Promise<RankedPapers> => {
  const passages = await countPassages(db)
  const words = asked.terms.map(({ term }) => term)
  const blocks = await readFirstBlocks(db, live, [...words, ...(passages === null ? [] : words.map(passageTerm))])
  const terms = worthTerms(asked.terms, frequencies(blocks), live.papers)
  const found = passages === null ? new Map() : await scoreTexts(db, asked.terms, { blocks, passages })
  const texts: TextScores = new Map([...found].filter(([seq]) => isWanted === null || isWanted(seq)))
  const scoreExactly = exactScorer(db, { ...asked, terms, texts })
  const candidates = async (
    worth: readonly ScoredTerm[],
    found: readonly FirstBlock[],
    needed: number,
  ): Promise<Candidate[]> => {
    const reading = { blocks: found, isWanted, most: needed, also: texts.keys() }
    return withTexts(await findCandidates(db, worth, reading), texts, needed)
  }
  const ranked = await scoreExactly(await candidates(terms, blocks, SCORED_EXACTLY), [])
  const given = asked.terms.reduce((sum, { weight }) => sum + weight, 0)
  const added = await askFurther(db, live, { ranked, given })
  if (added.terms.length === 0) {
    const all = await candidates(terms, blocks, most)
    return { ranked: [...ranked, ...all.slice(SCORED_EXACTLY)], terms, texts, rows: added.rows }
  }
  const known = new Set(blocks.map(({ term }) => term))
  const both = [...blocks, ...added.blocks.filter(({ term }) => !known.has(term))]
  const second = await candidates(joinTerms(terms, added.terms), both, most)
  const best = await scoreExactly(second, added.terms)
  return { ranked: [...best, ...second.slice(SCORED_EXACTLY)], terms, texts, rows: added.rows }
}
