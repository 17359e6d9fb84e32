import { sql } from 'kysely'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { papersFoundBy, everyPaper } from '#core/search/paper-filter.ts'
import type { Paper } from '#core/papers/paper.ts'
import { seqOf } from '#core/papers/rank-key.ts'
import {
  relatedCandidates,
  sharedFeatures,
  extractKeywords,
  type Keyword,
  type SimilarityFeature,
} from '#core/search/related-papers.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { RelatedPaper } from '#ports/store/related.ts'
import { type Db } from '#store/rows.ts'
import type { Engine, IndexFilter } from '#store/sql/engine/engine.ts'
import { conceptIndexFilter } from './concept-statistics.ts'
import { countByAttributes } from '#store/sql/facets/counters.ts'

/** Bounds on what is read for one paper: they set the cost, not the size of the corpus. */
const MAX_CONCEPTS = 6
const MAX_PAPERS_PER_CONCEPT = 150
const MAX_RARE_WORD_PAPERS = 40
const MAX_CANDIDATES = 12
const MAX_SHARES_NAMED = 4

type FeatureMatches = { trait: SimilarityFeature; seqs: number[] }
type ReadContext = { db: Db; engine: Engine }

/** The concepts of a paper with their counts, rarest first. */
const conceptFeatures = async (db: Db, names: readonly string[]): Promise<(SimilarityFeature & { seq: number })[]> => {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('concepts')
    .innerJoin('concept_years', 'concept_years.concept_seq', 'concepts.seq')
    .select(['concepts.seq', 'concepts.name', 'concepts.name_key'])
    .select((eb) => eb.fn.sum<number>('concept_years.papers').as('papers'))
    .where('concepts.name_key', 'in', [...new Set(names.map(textKey))])
    .groupBy(['concepts.seq', 'concepts.name', 'concepts.name_key'])
    .orderBy('papers')
    .orderBy('concepts.seq')
    .execute()
  return rows
    .filter(({ papers }) => papers > 1)
    .map(({ seq, name, name_key, papers }) => ({ kind: 'concept', key: name_key, name, papers, seq }))
}

/** Sequence numbers of the first papers that the index finds. */
const findSeqs = async ({ db, engine }: ReadContext, filter: IndexFilter, limit: number): Promise<number[]> => {
  const keys = engine.matchingKeys(filter, limit)
  if (keys === null) return []
  const { rows } = await sql<{ rank_key: number }>`${keys}`.execute(db)
  return rows.map(({ rank_key }) => seqOf(rank_key))
}

/** The papers that have a word, if they are few; null for a frequent word. */
const papersWithKeyword = async (
  context: ReadContext,
  { token, written }: Keyword,
  most: number,
): Promise<FeatureMatches | null> => {
  const query = { all: [[{ field: null, tokens: [token], prefix: false }]], none: [] }
  const seqs = await findSeqs(context, papersFoundBy(query), most + 1)
  if (seqs.length < 2 || seqs.length > most) return null
  return { trait: { kind: 'word', key: token, name: written, papers: seqs.length }, seqs }
}

/** In a small corpus a word is rare when three papers of a hundred have it, or five; never when half of all do. */
const maxRarePapers = (allPapers: number): number =>
  Math.min(MAX_RARE_WORD_PAPERS, Math.max(5, Math.ceil(allPapers * 0.03)), Math.floor(allPapers / 2))

/** Other accepted papers that share rare concepts or words with this one, and what they share. */
export const relatedPapers = async (context: ReadContext, paper: Paper, limit: number): Promise<RelatedPaper[]> => {
  const { db } = context
  const all = await countByAttributes(db, everyPaper)
  const concepts = await conceptFeatures(db, paper.concepts)
  const byConcept = await Promise.all(
    concepts.slice(0, MAX_CONCEPTS).map(async (trait): Promise<FeatureMatches> => {
      const seqs = await findSeqs(context, conceptIndexFilter(trait.seq), MAX_PAPERS_PER_CONCEPT)
      return { trait, seqs }
    }),
  )
  const looked = await Promise.all(
    extractKeywords(paper).map((word) => papersWithKeyword(context, word, maxRarePapers(all))),
  )
  const byWord = looked.filter((found) => found !== null)
  // One more than is read: the paper itself is the first of them.
  const seqs = relatedCandidates([...byConcept, ...byWord], all, MAX_CANDIDATES + 1)
  if (seqs.length === 0) return []
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where('seq', 'in', seqs)
    .where('state', '=', 'accepted')
    .where('id', '<>', paper.id)
    .orderBy('rank_key')
    .execute()
  const traits = [...concepts, ...byWord.map(({ trait }) => trait)]
  return rows
    .map((row) => {
      const candidate = paperFromRow(row)
      const { shares, strength } = sharedFeatures(candidate, traits, all)
      return { paper: candidate, shares: shares.slice(0, MAX_SHARES_NAMED).map(({ name }) => name), strength }
    })
    .filter(({ strength }) => strength > 0)
    .toSorted((a, b) => b.strength - a.strength)
    .slice(0, limit)
    .map(({ paper: related, shares }) => ({ paper: related, shares }))
}
