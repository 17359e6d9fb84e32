import type { Passage } from '#core/passages/paper-passages.ts'
import { shortPassages } from '#core/passages/paper-passages.ts'
import { limitPerPaper, rankPassages } from '#core/passages/rank-passages.ts'
import type { Paper } from '#core/papers/paper.ts'
import { parseRankedQuery } from '#core/search/ranking/ranked-query.ts'
import type { PassageCandidates, PassageReader } from '#ports/store/passages.ts'
import type { Correction, RankingReader } from '#ports/store/ranking.ts'

/** A passage as it is found. `part`: where the full text shows it; null beside the full text. */
export type FoundPassage = { paper: Paper; version: number; passage: Passage; part: number | null; score: number }

export type FoundPassages = { corrections: Correction[]; passages: FoundPassage[] }

/** What is read for one question, in any corpus. */
const PAPERS = 40
const PASSAGES = 60

type Placed = Passage & { part?: number }

const candidatesOf = ({ papers, shortTexts, passages }: PassageCandidates): { paper: Paper; passage: Placed }[] => {
  const short = shortTexts.flatMap((id) => {
    const paper = papers.get(id)?.paper
    if (paper === undefined) return []
    const both = [...shortPassages('abstract', paper.abstract), ...shortPassages('commentary', paper.commentary)]
    return both.map((passage) => ({ paper, passage }))
  })
  const long = passages.flatMap(({ paperId, around, at }) => {
    const paper = papers.get(paperId)?.paper
    const passage = around[at]
    return paper === undefined || passage === undefined ? [] : [{ paper, passage }]
  })
  return [...short, ...long]
}

/**
 * The passages that answer a question best, first, with misspelt words corrected. Throws `invalid` for a text that is
 * too long.
 */
export const findPassages = async (
  { ranking, passages: reader }: { ranking: RankingReader; passages: PassageReader },
  { text, ids, perPaper }: { text: string; ids: readonly string[] | null; perPaper: number },
): Promise<FoundPassages> => {
  // Refused before anything is read for it.
  parseRankedQuery(text)
  const { text: corrected, corrections, synonyms } = await ranking.correct(text)
  const query = parseRankedQuery(corrected, synonyms)
  const found = await reader.candidates({
    words: query.terms,
    phrase: [],
    by: 'impact',
    ids,
    papers: PAPERS,
    passages: PASSAGES,
  })
  const terms = query.terms.flatMap(({ term }) => {
    const worth = found.worth.get(term)
    return worth === undefined ? [] : [{ term, worth }]
  })
  const ranked = limitPerPaper(rankPassages(candidatesOf(found), { terms, content: query.content }), perPaper)
  return {
    corrections,
    passages: ranked.flatMap(({ paper, passage, score }) => {
      const version = found.papers.get(paper.id)?.version
      return version === undefined ? [] : [{ paper, version, passage, part: passage.part ?? null, score }]
    }),
  }
}
