import { packedNumbers, wordNumber } from '#core/search/ranking/packed-words.ts'
import { paperScorer, type NumberedTerm, type ScoredTerm } from '#core/search/ranking/score-paper.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { SCORE_UNITS, type Candidate } from './find-candidates.ts'
import type { TextScores } from './score-texts.ts'

/** Candidates that are scored exactly, by their words. */
export const SCORED_EXACTLY = 80

const numbered = (terms: readonly ScoredTerm[]): NumberedTerm[] =>
  terms.map(({ term, worth }) => ({ number: wordNumber(term), worth }))

export type ExactScorer = (candidates: readonly Candidate[], added: readonly ScoredTerm[]) => Promise<Candidate[]>

/** Scores the best candidates of each round; their words are read once for both. */
export const exactScorer = (
  db: Db,
  asked: {
    terms: readonly ScoredTerm[]
    words: readonly string[]
    content: readonly string[]
    texts: TextScores
  },
): ExactScorer => {
  const known = new Map<number, Uint32Array>()
  const terms = numbered(asked.terms)
  const question = { terms, words: asked.words.map(wordNumber), content: asked.content.map(wordNumber) }
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
        return [{ seq, score: scoreOf(words) + (asked.texts.get(seq)?.score ?? 0) / SCORE_UNITS }]
      })
      .toSorted((a, b) => b.score - a.score || a.seq - b.seq)
  }
}
