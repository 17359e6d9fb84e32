import {
  chooseExpansionTerms,
  FEEDBACK_PAPERS,
  feedbackTerms,
  type FeedbackPaper,
} from '#core/search/ranking/feedback.ts'
import type { Paper } from '#core/papers/paper.ts'
import { rankedWords } from '#core/search/ranking/ranked-words.ts'
import { rarity } from '#core/search/ranking/accumulator.ts'
import type { ScoredTerm } from '#core/search/ranking/score-paper.ts'
import type { Meaning } from '#core/search/ranking/meanings.ts'
import type { AlikeWord } from '#core/text/plain-words.ts'
import { weighWords } from '#core/search/ranking/bm25.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { paperFromRow, paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { acceptedRows } from '#store/sql/papers/paper-reader.ts'
import {
  readFirstBlocks,
  type FirstBlock,
  type LiveSegments,
  withLiveSegments,
} from '#store/sql/postings/read-postings.ts'
import {
  type Candidate,
  frequencies,
  weighAsked,
  weighTerms,
  findCandidates,
  findNamed,
  type Likeness,
  readLikeness,
  SCORE_UNITS,
} from './find-candidates.ts'
import { rankByShared, wordsOfSubject } from './similar-papers.ts'
import { commonNames } from '#core/search/ranking/plain-names.ts'
import { passageTerm } from '#core/search/ranking/terms.ts'
import { exactScorer, SCORED_EXACTLY, countPassages, scoreTexts, type TextScores } from './score-hits.ts'
import type {
  NearPaper,
  RankedHit,
  RankedList,
  RankedPage,
  RankedRequest,
  RankingReader,
} from '#ports/store/ranking.ts'
import { passagesAt } from '#store/sql/postings/passages-at.ts'
import { fuseRanks } from '#core/search/ranking/fuse-ranks.ts'
import { countStrong, countStrongFused } from '#core/search/ranking/strong-hits.ts'
import { passagesBySeq, placedPassage } from '#store/sql/postings/segments.ts'
import { sql } from 'kysely'
import { noAuthors, type AuthorCounts, type FacetCounts } from '#ports/store/library.ts'
import { paddedKeys, type Engine } from '#store/sql/engine/engine.ts'
import { countAuthors, MAX_PAPERS_COUNTED } from '#store/sql/facets/authors.ts'
import { countFacetLines, LINE_END, labelFacets } from '#store/sql/facets/count-facets.ts'
import { MAX_RANKED_HITS } from '#core/search/ranking/ranked-query.ts'
import { toListItems } from '#store/sql/search/library.ts'
import { correctQuestion } from './correct-question.ts'
import { NO_MEANINGS, proposeMeanings } from './find-meanings.ts'
import { candidatesFor, filterHits, findRestriction, type Restriction } from './filter-hits.ts'

/** Expansion terms from relevance feedback, with their postings, and the papers they come from. */
export type Feedback = { terms: ScoredTerm[]; blocks: FirstBlock[]; rows: ReadonlyMap<number, PaperRow> }

/**
 * Pseudo-relevance feedback: finds terms of the best papers of the first round that expand the question.
 * @param given the sum of the weights of the question's own words
 */
const findFeedbackTerms = async (
  db: Db,
  live: LiveSegments,
  { ranked, given }: { ranked: readonly Candidate[]; given: number },
): Promise<Feedback> => {
  const best = ranked.slice(0, FEEDBACK_PAPERS)
  const rows = await acceptedRows(
    db,
    best.map(({ seq }) => seq),
  )
  const feedback = best.flatMap(({ seq, score }): FeedbackPaper[] => {
    const row = rows.get(seq)
    return row === undefined ? [] : [{ weighed: weighWords(rankedWords(paperFromRow(row))), score }]
  })
  const proposed = feedbackTerms(feedback)
  const blocks = await readFirstBlocks(
    db,
    live,
    proposed.map(({ term }) => term),
  )
  const frequencyOf = frequencies(blocks)
  const chosen = chooseExpansionTerms(proposed, given, {
    papers: live.papers,
    frequencyOf: (term) => frequencyOf.get(term) ?? 0,
    rarityOf: (term) => rarity(live.papers, frequencyOf.get(term) ?? 0),
  })
  return { terms: weighTerms(chosen, frequencyOf, live.papers), blocks, rows }
}

export type RankingRound = {
  db: Db
  live: LiveSegments
  terms: readonly { term: string; weight: number }[]
  alike: readonly AlikeWord[]
  words: readonly string[]
  content: readonly string[]
  /** Which papers may be hits; null for all. */
  isWanted: ((seq: number) => boolean) | null
  /** How many ranked papers are needed. */
  most: number
  /** Whether words that the question means are searched as well. */
  isWidened: boolean
  /** Terms that expand the question instead of those of the best papers of a first round; null for none. */
  expansion: Expansion | null
}

type Expansion = Pick<Feedback, 'terms' | 'blocks'>

/**
 * Papers, best first, of which the first `strong` are strong, with the weighted words of the question and the scores of full
 * texts. `rows` are papers read on the way, most of which are hits.
 */
type RankedPapers = {
  ranked: Candidate[]
  strong: number
  terms: ScoredTerm[]
  meanings: Meaning[]
  texts: TextScores
  rows: ReadonlyMap<number, PaperRow>
}

const joinTerms = (terms: readonly ScoredTerm[], added: readonly ScoredTerm[]): ScoredTerm[] => {
  const sums = new Map(terms.map(({ term, weight }) => [term, weight]))
  for (const { term, weight } of added) sums.set(term, (sums.get(term) ?? 0) + weight)
  return [...sums].map(([term, weight]) => ({ term, weight }))
}

/** Adds the scores of full texts to candidates, and papers found only by their full text. */
const withTexts = (candidates: readonly Candidate[], texts: TextScores, most: number): Candidate[] => {
  if (texts.size === 0) return [...candidates]
  const scores = new Map(candidates.map(({ seq, score }) => [seq, score]))
  for (const [seq, { score }] of texts) scores.set(seq, (scores.get(seq) ?? 0) + score)
  return [...scores]
    .map(([seq, score]) => ({ seq, score }))
    .toSorted((a, b) => b.score - a.score || a.seq - b.seq)
    .slice(0, most)
}

/** The candidates that were scored exactly, and behind them those that keep the order of the index. */
const joinRanked = (best: readonly Candidate[], all: readonly Candidate[]): Pick<RankedPapers, 'ranked' | 'strong'> => {
  const rest = all.slice(SCORED_EXACTLY)
  return { ranked: [...best, ...rest], strong: countStrong(best, rest, SCORE_UNITS) }
}

/**
 * Ranks in two rounds: by the words of the question and those it means, then with relevance feedback from its best papers.
 * The best of each round are scored exactly; the rest keep the order of the index.
 */
const scoreBest = async (round: RankingRound): Promise<RankedPapers> => {
  const { db, live, isWanted, most, isWidened, expansion, ...query } = round
  const passages = await countPassages(db)
  const proposed = isWidened ? await proposeMeanings(db, query) : NO_MEANINGS
  const words = query.terms.map(({ term }) => term)
  const blocks = await readFirstBlocks(db, live, [
    ...words,
    ...proposed.words,
    ...commonNames(words),
    ...(passages === null ? [] : words.map(passageTerm)),
  ])
  const frequencyOf = frequencies(blocks)
  const terms = weighAsked(query.terms, frequencyOf, live.papers)
  const meanings = proposed.weigh(frequencyOf, live.papers)
  const found = passages === null ? new Map() : await scoreTexts(db, query.terms, { blocks, passages })
  const texts: TextScores = new Map([...found].filter(([seq]) => isWanted === null || isWanted(seq)))
  const scoreExactly = exactScorer(db, { ...query, terms, texts })
  const candidates = async (
    searched: readonly ScoredTerm[],
    postings: readonly FirstBlock[],
    needed: number,
  ): Promise<Candidate[]> => {
    const reading = { blocks: postings, isWanted, most: needed, also: texts.keys() }
    return withTexts(await findCandidates(db, searched, reading), texts, needed)
  }
  const asked = [...terms, ...meanings]
  const isFirst = expansion === null
  const ranked = isFirst ? await scoreExactly(await candidates(asked, blocks, SCORED_EXACTLY), meanings) : []
  const given = query.terms.reduce((sum, { weight }) => sum + weight, 0)
  const added: Feedback =
    expansion === null
      ? await findFeedbackTerms(db, live, { ranked, given })
      : { ...expansion, rows: new Map<number, PaperRow>() }
  if (added.terms.length === 0) {
    const all = await candidates(asked, blocks, most)
    return { ...joinRanked(ranked, all), terms, meanings, texts, rows: added.rows }
  }
  const known = new Set(blocks.map(({ term }) => term))
  const both = [...blocks, ...added.blocks.filter(({ term }) => !known.has(term))]
  const second = await candidates(joinTerms(asked, added.terms), both, most)
  const best = await scoreExactly(second, joinTerms(meanings, added.terms))
  return { ...joinRanked(best, second), terms, meanings, texts, rows: added.rows }
}

type ReadHit = Omit<RankedHit, 'paper'> & { row: PaperRow }

/** What is near the question in meaning, by paper. */
type Near = ReadonlyMap<number, NearPaper>

/** The nearest passages of hits. */
const nearPassages = async (
  db: Db,
  hits: readonly Candidate[],
  { papers, near }: { papers: ReadonlyMap<number, PaperRow>; near: Near },
) => {
  const places = hits.flatMap(({ seq }) => {
    const place = near.get(seq)?.place ?? null
    return place === null ? [] : [{ paperSeq: seq, place }]
  })
  return new Map((await passagesAt(db, papers, places)).map(({ at, passage }) => [at.paperSeq, passage]))
}

/** Reads the papers of hits, in order, each with the best matching passage of its full text. */
const readHits = async (
  db: Db,
  hits: readonly Candidate[],
  { texts, rows, near }: Pick<RankedPapers, 'texts' | 'rows'> & { near: Near },
): Promise<ReadHit[]> => {
  const missing = hits.map(({ seq }) => seq).filter((seq) => !rows.has(seq))
  const papers = new Map([...rows, ...(await acceptedRows(db, missing))])
  const passages = await passagesBySeq(
    db,
    hits.flatMap(({ seq }) => texts.get(seq)?.passage ?? []),
  )
  const nearest = await nearPassages(db, hits, { papers, near })
  return hits.flatMap(({ seq, score }) => {
    const row = papers.get(seq)
    if (row === undefined) return []
    const passage = passages.get(texts.get(seq)?.passage ?? 0)
    const inText = passage === undefined ? null : placedPassage(passage)
    const isNear = near.has(seq) ? { passage: nearest.get(seq) ?? null } : null
    return [{ row, version: row.version, score, inText, near: isNear }]
  })
}

/** Counts hits by facet. */
const countHits = async (db: Db, hits: readonly Candidate[]): Promise<FacetCounts> => {
  const keys = paddedKeys(hits.map(({ seq }) => seq))
  // Aggregated into one row: a thousand rows would take longer to transfer than to find.
  const { rows } =
    keys.length === 0
      ? { rows: [] }
      : await sql<{ tokens: string | null }>`
          select string_agg(facet_tokens.tokens, ${LINE_END}) as tokens
          from papers join facet_tokens on facet_tokens.rank_key = papers.rank_key
          where papers.seq in (${sql.join(keys)})`.execute(db)
  const isWhole = hits.length < MAX_RANKED_HITS
  return {
    papers: hits.length,
    isExact: isWhole,
    facets: await labelFacets(db, countFacetLines(rows[0]?.tokens ?? '')),
    facetsAreExact: isWhole,
  }
}

const countAuthorsOf = async (db: Db, hits: readonly Candidate[]): Promise<AuthorCounts> => {
  const keys = paddedKeys(hits.slice(0, MAX_PAPERS_COUNTED).map(({ seq }) => seq))
  if (keys.length === 0) return noAuthors
  return countAuthors(db, sql`select rank_key from papers where seq in (${sql.join(keys)}) and state = 'accepted'`)
}

/** Papers that pass the required conditions are hits even if none of their postings was read. */
const withUnscored = (hits: readonly Candidate[], { allowed }: Restriction, isWanted: boolean): Candidate[] => {
  if (allowed === null || !isWanted) return [...hits]
  const scored = new Set(hits.map(({ seq }) => seq))
  return [...hits, ...[...allowed].filter((seq) => !scored.has(seq)).map((seq) => ({ seq, score: 0 }))]
}

/** Hits in order, and those of them that are strong. */
type Hits = { hits: Candidate[]; strong: Candidate[] }

type Ranking = Pick<RankedPapers, 'texts' | 'rows' | 'meanings'> &
  Pick<RankedPage, 'termWeights'> &
  Hits & { near: Near }

/** The hits that are among the strong papers. */
const withStrong = (hits: Candidate[], strong: readonly Candidate[]): Hits => {
  const seqs = new Set(strong.map(({ seq }) => seq))
  return { hits, strong: hits.filter(({ seq }) => seqs.has(seq)) }
}

/** The order by words, fused with the order by meaning if there is one. */
const fuseWithNear = (ranked: Candidate[], near: readonly NearPaper[]): Candidate[] => {
  if (near.length === 0) return ranked
  const found = new Set(ranked.map(({ seq }) => seq))
  const added = near.filter(({ seq, standsOut }) => standsOut || found.has(seq)).map(({ seq }) => ({ seq, score: 0 }))
  return fuseRanks(ranked, added, ({ seq }) => seq).map(({ item, score }) => ({ seq: item.seq, score }))
}

type Scope = { db: Db; engine: Engine; live: LiveSegments }

/** Hits of a search for similar papers among which shared concepts decide. */
const COMPARED_BY_CONCEPTS = 30

/** The papers most similar to one, in the order of its related papers. */
const rankSimilar = async (
  { db, live }: Scope,
  { filter, sort }: RankedRequest,
  { like, likeness, isWanted }: { like: Paper; likeness: Likeness; isWanted: (seq: number) => boolean },
): Promise<Hits> => {
  const reading = { blocks: likeness.blocks, isWanted, most: candidatesFor(filter) }
  const found = await findCandidates(db, likeness.terms, reading)
  const similar = found.slice(0, countStrong([], found, SCORE_UNITS))
  const hits = await filterHits(db, found, { filter, sort })
  const { strong } = withStrong(hits, similar)
  if (sort !== 'best') return { hits, strong }
  const candidates = hits.slice(0, COMPARED_BY_CONCEPTS)
  const { frequencyOf } = likeness
  const sharing = await rankByShared(db, like, { candidates, frequencyOf, papers: live.papers })
  const first = new Set(sharing.map(({ seq }) => seq))
  const rest = hits.filter(({ seq }) => !first.has(seq)).map(({ seq, score }) => ({ seq, score: score / SCORE_UNITS }))
  const ordered = [...sharing.map(({ seq, similarity }) => ({ seq, score: similarity })), ...rest]
  return { hits: ordered, strong: ordered.slice(0, strong.length) }
}

const sum = (weights: readonly number[]): number => weights.reduce((total, weight) => total + weight, 0)

/** The words of a paper as an expansion of a question, with the same weight as the question. */
const expandBy = ({ terms, impactOf, blocks }: Likeness, query: RankedRequest['query']): Expansion => {
  const given = sum(query.terms.map(({ weight }) => weight))
  const share = given / sum(terms.map(({ term }) => impactOf.get(term) ?? 0))
  return { terms: terms.map(({ term, weight }) => ({ term, weight: weight * share })), blocks: [...blocks] }
}

const seqOfPaper = async (db: Db, { id }: Paper): Promise<number | null> =>
  (await db.selectFrom('papers').select('seq').where('id', '=', id).executeTakeFirst())?.seq ?? null

const termWeightsOf = (terms: readonly ScoredTerm[]): RankedPage['termWeights'] =>
  new Map(terms.map(({ term, weight }) => [term, weight]))

const rankAll = async (scope: Scope, request: RankedRequest): Promise<Ranking> => {
  const { db, live } = scope
  const { query, match, filter, sort, like = null } = request
  const isLikeAlone = like !== null && query.terms.length === 0
  const restriction = await findRestriction(scope, isLikeAlone ? { ...request, match: 'any' } : request)
  const { allowed, excluded } = restriction
  const likeness = like === null ? null : await readLikeness(db, live, wordsOfSubject(like))
  const itself = like === null ? null : await seqOfPaper(db, like)
  const passes = (seq: number): boolean =>
    seq !== itself && (allowed === null || allowed.has(seq)) && !excluded.has(seq)
  const isWanted = allowed === null && excluded.size === 0 && itself === null ? null : passes
  if (isLikeAlone && likeness !== null) {
    return {
      ...(await rankSimilar(scope, request, { like, likeness, isWanted: passes })),
      near: new Map(),
      texts: new Map(),
      rows: new Map(),
      meanings: [],
      termWeights: termWeightsOf(likeness.terms),
    }
  }
  const { ranked, strong, terms, meanings, texts, rows } = await scoreBest({
    db,
    live,
    terms: query.terms,
    alike: query.alike,
    content: query.content,
    words: query.words,
    most: candidatesFor(filter),
    isWidened: match === 'any',
    isWanted,
    expansion: likeness === null ? null : expandBy(likeness, query),
  })
  const isRequired = match === 'all' || query.required !== null
  const named = await findNamed(db, query.text)
  const near = (request.near ?? []).filter(({ seq }) => isWanted === null || isWanted(seq))
  const all = fuseWithNear(withUnscored(ranked, restriction, isRequired), near)
  const first = named === null ? [] : [{ seq: named, score: (all[0]?.score ?? 0) + 1 }]
  const candidates = [...first, ...all.filter(({ seq }) => seq !== named)].filter(({ seq }) => seq !== itself)
  const isDemanded = match === 'all' || (query.required?.all.length ?? 0) > 0
  const best = all.slice(0, isDemanded ? all.length : near.length > 0 ? countStrongFused(strong) : strong)
  const hits = await filterHits(db, candidates, { filter, sort })
  const nearest = new Map(near.map((paper) => [paper.seq, paper]))
  return {
    ...withStrong(hits, [...first, ...best]),
    near: nearest,
    texts,
    rows,
    meanings,
    termWeights: termWeightsOf(terms),
  }
}

/** The hits that a request is about. */
const wantedOf = ({ hits, strong }: Hits, { isFolded = false }: RankedRequest): Candidate[] =>
  isFolded && strong.length > 0 ? strong : hits

const search = async (scope: Scope, request: RankedRequest): Promise<RankedPage> => {
  const { hits, strong, termWeights, meanings, ...read } = await rankAll(scope, request)
  const page = wantedOf({ hits, strong }, request).slice(request.from, request.from + request.limit)
  const found = await readHits(scope.db, page, read)
  return {
    total: hits.length,
    strong: strong.length,
    hits: found.map(({ row, ...hit }) => ({ ...hit, paper: paperWithFileFromRow(row) })),
    termWeights,
    meanings,
  }
}

const list = async (scope: Scope, request: RankedRequest): Promise<RankedList> => {
  const { db } = scope
  const { hits, strong, termWeights, meanings, ...read } = await rankAll(scope, request)
  const wanted = wantedOf({ hits, strong }, request)
  const found = await readHits(db, wanted.slice(request.from, request.from + request.limit), read)
  const papers = await toListItems(
    db,
    found.map(({ row }) => row),
  )
  return {
    total: hits.length,
    strong: strong.length,
    hits: found.flatMap(({ row: _row, ...hit }, index) => {
      const paper = papers[index]
      return paper === undefined ? [] : [{ ...hit, paper }]
    }),
    counts: await countHits(db, wanted),
    authors: request.countsAuthors === true ? await countAuthorsOf(db, wanted) : noAuthors,
    termWeights,
    meanings,
  }
}

export const rankingReader = (db: Db, engine: Engine): RankingReader => ({
  list: (request) => withLiveSegments(db, (live) => list({ db, engine, live }, request)),
  search: (request) => withLiveSegments(db, (live) => search({ db, engine, live }, request)),
  correct: (text) => correctQuestion(db, text),
})
