import { wordWeight } from '#core/search/ranking/filler-words.ts'
import type { RankedWords } from '#core/search/ranking/ranked-words.ts'
import { impactOf, weighWords } from '#core/search/ranking/bm25.ts'
import type { Db } from '#store/rows.ts'
import { readFirstBlocks, type LiveSegments } from '#store/sql/postings/read-postings.ts'
import { findCandidates, type Candidate } from './find-candidates.ts'
import { frequencies, worthTerms } from './weigh-question.ts'

/** Words that a paper is looked up by: those that tell most. */
const MAX_TERMS = 64

/** Papers, the most alike first, and how many papers have each word that was looked up. */
export type SimilarPapers = { candidates: Candidate[]; frequencyOf: ReadonlyMap<string, number>; papers: number }

/**
 * The papers whose words in the index are most alike to those of a paper, that paper among them if it is in the index.
 * @param most how many are needed; as many as a round gives, without it
 */
export const findSimilar = async (
  db: Db,
  live: LiveSegments,
  { words, most }: { words: RankedWords; most?: number },
): Promise<SimilarPapers> => {
  const { frequencies: said, norm } = weighWords(words)
  const asked = [...said]
    .filter(([term]) => wordWeight(term) > 0)
    .map(([term, times]) => ({ term, weight: impactOf(times, norm) }))
  const blocks = await readFirstBlocks(
    db,
    live,
    asked.map(({ term }) => term),
  )
  const frequencyOf = frequencies(blocks)
  const terms = worthTerms(asked, frequencyOf, live.papers)
    .toSorted((a, b) => b.worth - a.worth || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_TERMS)
  const candidates = await findCandidates(db, terms, { blocks, ...(most === undefined ? {} : { most }) })
  return { candidates, frequencyOf, papers: live.papers }
}
