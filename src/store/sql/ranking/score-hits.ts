import { packedNumbers, wordNumber } from '#core/search/ranking/ranked-words.ts'
import { paperScorer, type NumberedTerm, type ScoredTerm } from '#core/search/ranking/score-paper.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/engine.ts'
import { SCORE_UNITS, type Candidate, findCandidates, frequencies, weighTerms } from './find-candidates.ts'
import { passageTerm } from '#core/search/ranking/terms.ts'
import type { FirstBlock } from '#store/sql/postings/read-postings.ts'

/** How many candidates are scored exactly, from their words. */
export const SCORED_EXACTLY = 80

const numbered = (terms: readonly ScoredTerm[]): NumberedTerm[] =>
  terms.map(({ term, weight }) => ({ number: wordNumber(term), weight }))

export type ExactScorer = (candidates: readonly Candidate[], added: readonly ScoredTerm[]) => Promise<Candidate[]>

/** Scores the best candidates of each round exactly; their words are read once for both rounds. */
export const exactScorer = (
  db: Db,
  query: {
    terms: readonly ScoredTerm[]
    words: readonly string[]
    content: readonly string[]
    texts: TextScores
  },
): ExactScorer => {
  const known = new Map<number, Uint32Array>()
  const terms = numbered(query.terms)
  const question = { terms, words: query.words.map(wordNumber), content: query.content.map(wordNumber) }
  const readMissing = async (seqs: readonly number[]): Promise<void> => {
    const missing = seqs.filter((seq) => !known.has(seq))
    if (missing.length === 0) return
    const rows = await db.selectFrom('ranked_papers').selectAll().where('seq', 'in', paddedKeys(missing)).execute()
    for (const { seq, words } of rows) known.set(seq, packedNumbers(words))
  }
  return async (candidates, given) => {
    const best = candidates.slice(0, SCORED_EXACTLY)
    await readMissing(best.map(({ seq }) => seq))
    const scoreOf = paperScorer(question, numbered(given))
    return best
      .flatMap(({ seq }) => {
        const words = known.get(seq)
        if (words === undefined) return []
        return [{ seq, score: scoreOf(words) + (query.texts.get(seq)?.score ?? 0) / SCORE_UNITS }]
      })
      .toSorted((a, b) => b.score - a.score || a.seq - b.seq)
  }
}

/** For each paper, the best matching passage of its full text and what that adds to the score. */
export type TextScores = ReadonlyMap<number, { passage: number; score: number }>

/** Limits on the postings of passages read, and on passages examined. */
const PASSAGE_BUDGET = 10_000
const MAX_PASSAGES = 200
/** The weight of a passage relative to an abstract: a full text has far more room to mention a word. */
const TEXT_SHARE = 0.8

/** The approximate number of passages; null if there are none. */
export const countPassages = async (db: Db): Promise<number | null> => {
  const { last } = await db
    .selectFrom('passages')
    .select((eb) => eb.fn.max<number | null>('seq').as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/**
 * @param blocks the postings of the words in passages
 * @param passages how many passages there are
 */
export const scoreTexts = async (
  db: Db,
  words: readonly { term: string; weight: number }[],
  { blocks, passages }: { blocks: readonly FirstBlock[]; passages: number },
): Promise<TextScores> => {
  const inPassages = words.map(({ term, weight }) => ({ term: passageTerm(term), weight }))
  const terms = weighTerms(inPassages, frequencies(blocks), passages)
  if (terms.length === 0) return new Map()
  const best = (await findCandidates(db, terms, { blocks, budget: PASSAGE_BUDGET })).slice(0, MAX_PASSAGES)
  if (best.length === 0) return new Map()
  const rows = await db
    .selectFrom('passages')
    .select(['seq', 'paper_seq'])
    .where('seq', 'in', paddedKeys(best.map(({ seq }) => seq)))
    .execute()
  const paperOf = new Map(rows.map(({ seq, paper_seq }) => [seq, paper_seq]))
  const scores = new Map<number, { passage: number; score: number }>()
  for (const { seq, score } of best) {
    const paper = paperOf.get(seq)
    if (paper !== undefined && !scores.has(paper))
      scores.set(paper, { passage: seq, score: Math.round(TEXT_SHARE * score) })
  }
  return scores
}
