import { passageTerm } from '#core/search/ranking/passage-terms.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import type { FirstBlock } from '#store/sql/postings/read-postings.ts'
import { findCandidates } from './find-candidates.ts'
import { frequencies, worthTerms } from './weigh-question.ts'

/** What the full texts of papers say to a question: of each paper the passage that says most, and what it adds. */
export type TextScores = ReadonlyMap<number, { passage: number; score: number }>

/** Postings of passages that a search reads, and passages that it looks at. */
const PASSAGE_BUDGET = 10_000
const PASSAGES = 200
/** What a word in a passage counts against one in an abstract: a full text has far more room to say it. */
const TEXT_SHARE = 0.8

/** How many passages there are, about; null for none. */
export const countPassages = async (db: Db): Promise<number | null> => {
  const { last } = await db
    .selectFrom('passages')
    .select((eb) => eb.fn.max<number | null>('seq').as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/**
 * @param blocks those of the words as passages have them
 * @param passages how many there are
 */
export const scoreTexts = async (
  db: Db,
  asked: readonly { term: string; weight: number }[],
  { blocks, passages }: { blocks: readonly FirstBlock[]; passages: number },
): Promise<TextScores> => {
  const inPassages = asked.map(({ term, weight }) => ({ term: passageTerm(term), weight }))
  const terms = worthTerms(inPassages, frequencies(blocks), passages)
  if (terms.length === 0) return new Map()
  const best = (await findCandidates(db, terms, { blocks, budget: PASSAGE_BUDGET })).slice(0, PASSAGES)
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
