import type { Paper } from '#core/papers/paper.ts'
import { rankedWords, type RankedWords } from '#core/search/ranking/ranked-words.ts'
import { conceptWeight, extractKeywords, sharedFeatures, type SimilarityFeature } from '#core/search/related-papers.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { RelatedPaper } from '#ports/store/ranking.ts'
import type { Db } from '#store/rows.ts'
import { readPapers, SCORE_UNITS, type SimilarPapers } from './find-candidates.ts'

const MAX_SHARES_NAMED = 4
/** Share of papers above which a word is too common to be given as a reason. */
const RARE_SHARE = 0.1
const ALWAYS_RARE = 5

/** The words of a paper that say what it is about. */
export const wordsOfSubject = (paper: Paper): RankedWords =>
  rankedWords({ ...paper, authors: [], institution: null, commentary: null })

/** The concepts that a paper shares with others. */
const conceptFeatures = async (db: Db, names: readonly string[]): Promise<SimilarityFeature[]> => {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('concepts')
    .innerJoin('concept_years', 'concept_years.concept_seq', 'concepts.seq')
    .select(['concepts.name', 'concepts.name_key'])
    .select((eb) => eb.fn.sum<number>('concept_years.papers').as('papers'))
    .where('concepts.name_key', 'in', [...new Set(names.map(textKey))])
    .groupBy(['concepts.seq', 'concepts.name', 'concepts.name_key'])
    .execute()
  return rows
    .filter(({ papers }) => papers > 1)
    .map(({ name, name_key, papers }) => ({ kind: 'concept', key: name_key, name, papers }))
}

/** In a small corpus a word in five papers counts as rare, unless half of all papers have it. */
const maxRarePapers = (papers: number): number =>
  Math.min(Math.max(ALWAYS_RARE, Math.ceil(papers * RARE_SHARE)), Math.floor(papers / 2))

const wordFeatures = (
  paper: Paper,
  { frequencyOf, papers }: Pick<SimilarPapers, 'frequencyOf' | 'papers'>,
): SimilarityFeature[] =>
  extractKeywords(paper).flatMap(({ token, written }): SimilarityFeature[] => {
    const having = frequencyOf.get(token) ?? 0
    return having < 2 || having > maxRarePapers(papers)
      ? []
      : [{ kind: 'word', key: token, name: written, papers: having }]
  })

/** A paper that shares something rare with another. */
export type SharingPaper = { seq: number; similarity: number; related: RelatedPaper }

/**
 * The candidates that share something rare with a paper, most similar first. Words and editors' concepts count alike: a shared
 * concept adds its rarity to the index score.
 */
export const rankByShared = async (
  db: Db,
  paper: Paper,
  { candidates, frequencyOf, papers }: SimilarPapers,
): Promise<SharingPaper[]> => {
  const features = [...(await conceptFeatures(db, paper.concepts)), ...wordFeatures(paper, { frequencyOf, papers })]
  const found = await readPapers(
    db,
    candidates.map(({ seq }) => seq),
  )
  return candidates
    .flatMap(({ seq, score }): SharingPaper[] => {
      const candidate = found.get(seq)
      if (candidate === undefined || candidate.id === paper.id) return []
      const shared = sharedFeatures(candidate, features)
      if (shared.length === 0) return []
      const shares = shared.slice(0, MAX_SHARES_NAMED).map(({ name }) => name)
      const similarity = score / SCORE_UNITS + conceptWeight(shared, papers)
      return [{ seq, similarity, related: { paper: candidate, shares } }]
    })
    .toSorted((a, b) => b.similarity - a.similarity)
}
