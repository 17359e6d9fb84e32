import { chooseAddedTerms, FEEDBACK_PAPERS, feedbackTerms, type FeedbackPaper } from '#core/search/ranking/feedback.ts'
import { rankedWords } from '#core/search/ranking/ranked-words.ts'
import { rarity } from '#core/search/ranking/reading-budget.ts'
import type { ScoredTerm } from '#core/search/ranking/score-paper.ts'
import { weighWords } from '#core/search/ranking/bm25.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { acceptedRows } from '#store/sql/papers/accepted-rows.ts'
import { readFirstBlocks, type FirstBlock, type LiveSegments } from '#store/sql/postings/read-postings.ts'
import type { Candidate } from './find-candidates.ts'
import { frequencies, worthTerms } from './weigh-question.ts'

/** Words that the best papers add to a question, where the papers that have them are, and the best papers themselves. */
export type Addition = { terms: ScoredTerm[]; blocks: FirstBlock[]; rows: ReadonlyMap<number, PaperRow> }

/**
 * Asks the best papers of a first round what else the question may be about.
 * @param given the weights of the question's own words, summed
 */
export const askFurther = async (
  db: Db,
  live: LiveSegments,
  { ranked, given }: { ranked: readonly Candidate[]; given: number },
): Promise<Addition> => {
  const best = ranked.slice(0, FEEDBACK_PAPERS)
  const rows = await acceptedRows(
    db,
    best.map(({ seq }) => seq),
  )
  const heard = best.flatMap(({ seq, score }): FeedbackPaper[] => {
    const row = rows.get(seq)
    return row === undefined ? [] : [{ weighed: weighWords(rankedWords(paperFromRow(row))), score }]
  })
  const proposed = feedbackTerms(heard)
  const blocks = await readFirstBlocks(
    db,
    live,
    proposed.map(({ term }) => term),
  )
  const frequencyOf = frequencies(blocks)
  const chosen = chooseAddedTerms(proposed, given, {
    papers: live.papers,
    frequencyOf: (term) => frequencyOf.get(term) ?? 0,
    rarityOf: (term) => rarity(live.papers, frequencyOf.get(term) ?? 0),
  })
  return { terms: worthTerms(chosen, frequencyOf, live.papers), blocks, rows }
}
