import { shortPassages, type Passage } from '#core/passages/paper-passages.ts'
import { rankPassages } from '#core/passages/rank-passages.ts'
import type { RankedQuery } from '#core/search/ranking/ranked-query.ts'
import type { RankedHit } from '#ports/store/ranking.ts'
import type { FoundPassage } from './find-passages.ts'

type Question = { query: RankedQuery; worth: ReadonlyMap<string, number> }

/**
 * The passage of a hit that answers the question best: of its abstract, of its commentary, or the one of its full text
 * that the ranking found. Where none says any word of it, the first one; null for a paper without texts.
 */
export const bestPassage = (
  { paper, version, inText }: RankedHit,
  { query: { terms, content }, worth }: Question,
): FoundPassage | null => {
  const short: (Passage & { part?: number })[] = [
    ...shortPassages('abstract', paper.abstract),
    ...shortPassages('commentary', paper.commentary),
  ]
  const passages = inText === null ? short : [...short, inText]
  const asked = terms.flatMap(({ term, weight }) => ({ term, worth: worth.get(term) ?? weight }))
  const [best] = rankPassages(
    passages.map((passage) => ({ paper, passage })),
    { terms: asked, content },
  )
  const passage = best?.passage ?? passages[0]
  return passage === undefined ? null : { paper, version, passage, part: passage.part ?? null, score: best?.score ?? 0 }
}
