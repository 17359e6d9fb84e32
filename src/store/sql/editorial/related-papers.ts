import type { Paper } from '#core/papers/paper.ts'
import { rankedWords } from '#core/search/ranking/ranked-words.ts'
import { conceptWorth, extractKeywords, sharedFeatures, type SimilarityFeature } from '#core/search/related-papers.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { RelatedPaper } from '#ports/store/related.ts'
import type { Db } from '#store/rows.ts'
import { withLiveSegments, type LiveSegments } from '#store/sql/postings/read-postings.ts'
import { SCORE_UNITS } from '#store/sql/ranking/find-candidates.ts'
import { findSimilar } from '#store/sql/ranking/find-similar.ts'
import { readPapers } from '#store/sql/ranking/read-papers.ts'

const MAX_SHARES_NAMED = 4
/** Candidates for each paper that is shown: the concepts that they share decide among them. */
const CANDIDATES_PER_SHOWN = 6
/** A word that more papers have is no reason to name. */
const RARE_SHARE = 0.1
const ALWAYS_RARE = 5

/** The concepts of a paper that other papers have, too. */
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

/** In a small corpus a word is rare when five papers have it; never when half of all do. */
const maxRarePapers = (papers: number): number =>
  Math.min(Math.max(ALWAYS_RARE, Math.ceil(papers * RARE_SHARE)), Math.floor(papers / 2))

const find = async (db: Db, live: LiveSegments, { paper, limit }: { paper: Paper; limit: number }) => {
  const words = rankedWords({ ...paper, authors: [], institution: null, commentary: null })
  // One more than is read: the paper itself is the first of them.
  const { candidates, frequencyOf, papers } = await findSimilar(db, live, {
    words,
    most: limit * CANDIDATES_PER_SHOWN + 1,
  })
  const keywords = extractKeywords(paper).flatMap(({ token, written }): SimilarityFeature[] => {
    const having = frequencyOf.get(token) ?? 0
    return having < 2 || having > maxRarePapers(papers)
      ? []
      : [{ kind: 'word', key: token, name: written, papers: having }]
  })
  return { candidates, keywords, papers }
}

/**
 * The accepted papers whose words are most alike to this one's, and the rare concepts and words that they share. What words say
 * and what editors named count alike: a shared concept adds its rarity to the score of the index.
 */
export const relatedPapers = async (db: Db, paper: Paper, limit: number): Promise<RelatedPaper[]> => {
  const { candidates, keywords, papers } = await withLiveSegments(db, (live) => find(db, live, { paper, limit }))
  const features = [...(await conceptFeatures(db, paper.concepts)), ...keywords]
  const found = await readPapers(
    db,
    candidates.map(({ seq }) => seq),
  )
  return candidates
    .flatMap(({ seq, score }) => {
      const candidate = found.get(seq)
      if (candidate === undefined || candidate.id === paper.id) return []
      const shared = sharedFeatures(candidate, features)
      if (shared.length === 0) return []
      const similarity = score / SCORE_UNITS + conceptWorth(shared, papers)
      const shares = shared.slice(0, MAX_SHARES_NAMED).map(({ name }) => name)
      return [{ similarity, related: { paper: candidate, shares } }]
    })
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, limit)
    .map(({ related }) => related)
}
