import { documentFrequency, rarity, Accumulator, planReading } from '#core/search/ranking/accumulator.ts'
import type { ScoredTerm } from '#core/search/ranking/score-paper.ts'
import {
  type FirstBlock,
  readFurtherBlocks,
  type NeededBlocks,
  readFirstBlocks,
  type LiveSegments,
} from '#store/sql/postings/read-postings.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { Db } from '#store/rows.ts'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { acceptedRows } from '#store/sql/papers/paper-reader.ts'
import { BLOCK_SIZE, visitPostings, type LevelCount } from '#core/search/ranking/postings.ts'
import { IMPACT_LEVELS, impactOf, weighWords } from '#core/search/ranking/bm25.ts'
import { namedPaper, nameKeysIn } from '#core/search/ranking/ranked-query.ts'
import { rarityAmongNames } from '#core/search/ranking/plain-names.ts'
import { wordWeight } from '#core/search/ranking/stop-words.ts'
import type { RankedWords } from '#core/search/ranking/ranked-words.ts'
import { sql } from 'kysely'
import { paddedWith } from '#store/sql/engine/engine.ts'

/** The document frequency of each word. */
export const frequencies = (blocks: readonly FirstBlock[]): Map<string, number> => {
  const found = new Map<string, number>()
  for (const { term, counts } of blocks) found.set(term, (found.get(term) ?? 0) + documentFrequency(counts))
  return found
}

type Frequencies = ReadonlyMap<string, number>
type Weighted = { term: string; weight: number }

const weighBy = (
  terms: readonly Weighted[],
  frequencyOf: Frequencies,
  rarityOf: (term: string) => number,
): ScoredTerm[] =>
  terms
    .filter(({ term }) => (frequencyOf.get(term) ?? 0) > 0)
    .map(({ term, weight }) => ({ term, weight: weight * rarityOf(term) }))

const raritiesIn =
  (frequencyOf: Frequencies, papers: number) =>
  (term: string): number =>
    rarity(papers, frequencyOf.get(term) ?? 0)

/** Weights the words that occur in some paper by their rarity. */
export const weighTerms = (terms: readonly Weighted[], frequencyOf: Frequencies, papers: number): ScoredTerm[] =>
  weighBy(terms, frequencyOf, raritiesIn(frequencyOf, papers))

/** The same for the words of a question. @param frequencyOf also has their `commonNames` */
export const weighAsked = (terms: readonly Weighted[], frequencyOf: Frequencies, papers: number): ScoredTerm[] => {
  const rarityOf = raritiesIn(frequencyOf, papers)
  return weighBy(terms, frequencyOf, (term) => rarityAmongNames(term, rarityOf))
}

/** Public papers by sequence number. */
export const readPapers = async (db: Db, seqs: readonly number[]): Promise<Map<number, Paper>> =>
  new Map([...(await acceptedRows(db, seqs))].map(([seq, row]) => [seq, paperWithFileFromRow(row)]))

/** Index scores are integers: `SCORE_UNITS` equals 1 in an exact score. */
export type Candidate = { seq: number; score: number }

/** What a word adds to a score: its impact in the text, or the same wherever it occurs. */
export type CountedBy = 'impact' | 'presence'

/** Maximum candidates of a round when a filter examines each. */
export const MAX_CANDIDATES = 4_000

type Reading = {
  blocks: readonly FirstBlock[]
  by?: CountedBy
  /** Approximate maximum of postings to read. */
  budget?: number
  /** Which papers may be candidates; null for all. */
  isWanted?: ((seq: number) => boolean) | null
  /** How many are needed; fewer means less sorting. */
  most?: number
  /** Papers found by other means: also candidates, with what the words add to their scores. */
  also?: Iterable<number>
}

/** Integer sums do not depend on the order of adding. */
export const SCORE_UNITS = 1_000_000

const countsOf = (blocks: readonly FirstBlock[]): LevelCount[] => blocks.flatMap(({ counts }) => counts)

/** How many postings of a segment are at a level or above. */
const postingsFrom = (counts: readonly LevelCount[], least: number): number =>
  counts.reduce((sum, { level, count }) => sum + (Math.abs(level) >= least ? count : 0), 0)

/**
 * The papers or passages in the postings of the words, best first, read down to the impact level that the budget
 * allows. Scores are approximate, in steps of impact; the best candidates are scored exactly afterwards.
 */
export const findCandidates = async (
  db: Db,
  terms: readonly ScoredTerm[],
  { blocks, by = 'impact', budget, isWanted = null, most = MAX_CANDIDATES, also = [] }: Reading,
): Promise<Candidate[]> => {
  const byTerm = Map.groupBy(blocks, ({ term }) => term)
  const asked = terms.filter(({ term, weight }) => weight > 0 && byTerm.has(term))
  const { leastOf, postings } = planReading(
    asked.map(({ term }) => ({ term, counts: countsOf(byTerm.get(term) ?? []) })),
    budget,
  )
  const read = asked.flatMap(({ term }) => byTerm.get(term) ?? [])
  const least = (term: string): number => leastOf.get(term) ?? IMPACT_LEVELS
  const needed = read.map((word): NeededBlocks => ({
    word,
    blocks: Math.max(0, Math.ceil(postingsFrom(word.counts, least(word.term)) / BLOCK_SIZE) - 1),
  }))
  const unitsOf = new Map(
    asked.map(({ term, weight }) => [term, Math.round((weight * SCORE_UNITS) / (IMPACT_LEVELS - 1))]),
  )
  await readFurtherBlocks(db, needed)
  // No await from here on: the accumulator reuses the same arrays for every search.
  const scores = new Accumulator(postings)
  for (const { word, blocks } of needed) {
    const units = unitsOf.get(word.term) ?? 0
    const reading = { counts: word.counts, least: least(word.term) }
    for (const [block, bytes] of [word.postings, ...word.further.slice(0, blocks)].entries())
      visitPostings({ block, bytes }, reading, (seqs, level) =>
        scores.add(seqs, units * (by === 'impact' ? level : Math.sign(level))),
      )
  }
  const best = scores.best(most, isWanted)
  const known = new Set(best.map(({ seq }) => seq))
  const others = Array.from(also, (seq) => ({ seq, score: scores.of(seq) }))
  return [...best, ...others.filter(({ seq, score }) => score > 0 && !known.has(seq))]
}

/** The public paper that a text names by id, DOI or arXiv id; a merged one gives the paper it was merged into. */
export const findNamed = async (db: Db, text: string): Promise<number | null> => {
  const named = namedPaper(text)
  if (named === null) return null
  const { id, doi, arxivId } = named
  const row = await db
    .selectFrom('papers as named')
    .leftJoin('paper_redirects', 'paper_redirects.paper_seq', 'named.seq')
    .innerJoin('papers', (join) =>
      join.on((eb) => eb('papers.seq', '=', eb.fn.coalesce('paper_redirects.into_seq', 'named.seq'))),
    )
    .select('papers.seq')
    .where((eb) =>
      eb.or([
        ...(id === null ? [] : [eb('named.id', '=', id)]),
        ...(doi === null ? [] : [eb('named.doi', '=', doi)]),
        ...(arxivId === null ? [] : [eb('named.arxiv_id', '=', arxivId)]),
      ]),
    )
    .where('papers.state', '=', 'accepted')
    .orderBy('papers.rank_key')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? null
}

/** A paper is looked up by its words of highest weight. */
const MAX_TERMS = 64

/** The words of highest weight of a paper, with their postings and document frequencies. */
export type Likeness = {
  terms: ScoredTerm[]
  /** The weights without rarity. */
  impactOf: ReadonlyMap<string, number>
  blocks: readonly FirstBlock[]
  frequencyOf: ReadonlyMap<string, number>
}

export const readLikeness = async (db: Db, live: LiveSegments, words: RankedWords): Promise<Likeness> => {
  const { frequencies: termFrequencies, norm } = weighWords(words)
  const weighted = [...termFrequencies]
    .filter(([term]) => wordWeight(term) > 0)
    .map(([term, times]) => ({ term, weight: impactOf(times, norm) }))
  const blocks = await readFirstBlocks(
    db,
    live,
    weighted.map(({ term }) => term),
  )
  const frequencyOf = frequencies(blocks)
  const terms = weighTerms(weighted, frequencyOf, live.papers)
    .toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_TERMS)
  return { terms, impactOf: new Map(weighted.map(({ term, weight }) => [term, weight])), blocks, frequencyOf }
}

/** Papers, most similar first, and the document frequencies of the words looked up. */
export type SimilarPapers = { candidates: Candidate[]; frequencyOf: ReadonlyMap<string, number>; papers: number }

/**
 * The papers whose indexed words are most similar to those of a paper, including itself if it is in the index.
 * @param most how many are needed; as many as a round gives by default
 */
export const findSimilar = async (
  db: Db,
  live: LiveSegments,
  { words, most }: { words: RankedWords; most?: number },
): Promise<SimilarPapers> => {
  const { terms, blocks, frequencyOf } = await readLikeness(db, live, words)
  const candidates = await findCandidates(db, terms, { blocks, ...(most === undefined ? {} : { most }) })
  return { candidates, frequencyOf, papers: live.papers }
}

const MAX_SYNONYMS = 8

type NamedConcept = { alias: string; name: string; key: string }

/** Other names, current and former, of the public concepts that a text names. */
export const findSynonyms = async (db: Db, text: string): Promise<string[]> => {
  const keys = nameKeysIn(text)
  if (keys.length === 0) return []
  // Many corpora have no renamed concepts, and looking up every phrase of a question takes as long as reading six
  // papers.
  const renamed = await db.selectFrom('concept_aliases').select('name_key').limit(1).executeTakeFirst()
  if (renamed === undefined) return []
  // Each key is looked up twice, regardless of the number of aliases.
  const { rows } = await sql<NamedConcept>`
    with asked (name_key) as (values (${sql.join(paddedWith('', keys), sql`), (`)})),
    named (alias, concept_seq) as (
      select former.name_key, former.concept_seq from asked
      join concept_aliases former on former.name_key = cast(asked.name_key as text)
      union select former.name_key, former.concept_seq from asked
      join concepts on concepts.name_key = cast(asked.name_key as text)
      join concept_aliases former on former.concept_seq = concepts.seq)
    select named.alias, concepts.name, concepts.name_key as key from named cross join concepts
    where concepts.seq = named.concept_seq and exists (select 1 from concept_years where concept_years.concept_seq = concepts.seq and papers > 0)
    order by concepts.seq, named.alias limit ${MAX_SYNONYMS}`.execute(db)
  const asked = new Set(keys)
  return [
    ...new Set(
      rows.flatMap(({ alias, name, key }) => [...(asked.has(key) ? [] : [name]), ...(asked.has(alias) ? [] : [alias])]),
    ),
  ]
}
