import { type Passage, shortPassages, findShortPassage, type Anchor } from '#core/passages/anchor.ts'
import type { Steps } from '#core/steps.ts'
import { limitPerPaper, rankPassages } from '#core/passages/rank-passages.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { MeaningReader } from '#ports/meaning.ts'
import { fusePassages } from './fuse-by-meaning.ts'
import type { RankedQuery } from '#core/search/ranking/ranked-query.ts'
import type {
  PassageCandidates,
  PassageReader,
  Correction,
  RankingReader,
  RankedHit,
  RankedPage,
} from '#ports/store/ranking.ts'
import { findPlacedPassage } from '#core/passages/text-parts.ts'
import { understandQuestion } from './search.ts'

/** `part`: the part of the full text that shows the passage; null outside the full text. */
export type FoundPassage = { paper: Paper; version: number; passage: Passage; part: number | null; score: number }

/** `semantic`: whether passages were also compared with the question by meaning. */
export type FoundPassages = {
  query: RankedQuery
  corrections: Correction[]
  passages: FoundPassage[]
  semantic: boolean
}

/** Limits on what is read for one query, whatever the size of the corpus. */
const PAPERS = 40
const PASSAGES = 60

type Placed = Passage & { part?: number }

const toPassages = ({ papers, shortTexts, passages }: PassageCandidates): { paper: Paper; passage: Placed }[] => {
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

/** The passages that match a query, best first, with misspelt words corrected. Throws `invalid` for a text that is too long. */
export const findPassages = async (
  {
    ranking,
    passages: reader,
    meaning,
  }: { ranking: RankingReader; passages: PassageReader; meaning: MeaningReader | null },
  { text, ids, perPaper }: { text: string; ids: readonly string[] | null; perPaper: number },
): Promise<FoundPassages> => {
  const { query, corrections } = await understandQuestion(ranking, text)
  const found = await reader.candidates({
    words: query.terms,
    question: query,
    phrase: [],
    by: 'impact',
    ids,
    papers: PAPERS,
    passages: PASSAGES,
  })
  const terms = query.terms.flatMap(({ term }) => {
    const weight = found.termWeights.get(term)
    return weight === undefined ? [] : [{ term, weight }]
  })
  const byWords = rankPassages(toPassages(found), { terms, meanings: found.meanings, content: query.content }).flatMap(
    ({ paper, passage, score }): FoundPassage[] => {
      const version = found.papers.get(paper.id)?.version
      return version === undefined ? [] : [{ paper, version, passage, part: passage.part ?? null, score }]
    },
  )
  const fused = await fusePassages({ meaning, passages: reader }, query, { byWords, ids })
  return { query, corrections, passages: limitPerPaper(fused ?? byWords, perPaper), semantic: fused !== null }
}

type Question = { query: RankedQuery } & Pick<RankedPage, 'termWeights' | 'meanings'>

/**
 * The best passage of a hit: from its abstract, its commentary, or the one in its full text that the ranking found. If none
 * contains a word of the query, the nearest in meaning, or the first one; null for a paper without texts.
 */
export const bestPassage = (
  { paper, version, inText, near }: RankedHit,
  { query: { terms, content }, termWeights, meanings }: Question,
): FoundPassage | null => {
  const short: (Passage & { part?: number })[] = [
    ...shortPassages('abstract', paper.abstract),
    ...shortPassages('commentary', paper.commentary),
  ]
  const passages = inText === null ? short : [...short, inText]
  const asked = terms.flatMap(({ term, weight }) => ({ term, weight: termWeights.get(term) ?? weight }))
  const [best] = rankPassages(
    passages.map((passage) => ({ paper, passage })),
    { terms: asked, meanings, content },
  )
  const passage = best?.passage ?? near?.passage ?? passages[0]
  return passage === undefined ? null : { paper, version, passage, part: passage.part ?? null, score: best?.score ?? 0 }
}

type Found = Omit<FoundPassage, 'score'>

/**
 * The passage that an anchor refers to; null unless that version was public and the paper still is.
 * @param doInTurns does long work: the passages of earlier texts are not stored
 */
export const resolveAnchor = async (
  reader: PassageReader,
  { paperId, version, place }: Anchor,
  doInTurns: <Result>(steps: Steps<Result>) => Promise<Result>,
): Promise<Found | null> => {
  const current = place.source === 'fullText' ? await reader.findCurrent({ paperId, version, place }) : null
  if (current !== null) return { paper: current.paper, version, passage: current.passage, part: current.passage.part }
  const paper = await reader.findVersion(paperId, version)
  if (paper === null) return null
  const { fullText, ...rest } = paper
  if (place.source !== 'fullText') {
    const passage = findShortPassage(rest, place)
    return passage === null ? null : { paper: rest, version, passage, part: null }
  }
  const passage = await doInTurns(findPlacedPassage(fullText ?? '', place))
  return passage === null ? null : { paper: rest, version, passage, part: passage.part }
}
