import { identifiersIn } from '#core/papers/identifiers.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import type { RankedQuery } from '#core/search/ranking/ranked-query.ts'
import type { RankedPage, RankedRequest, RankingReader } from '#ports/store/ranking.ts'
import type { Db } from '#store/rows.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { correctQuestion } from './correct-question.ts'
import { filterHits } from './filter-hits.ts'
import type { Candidate } from './find-candidates.ts'
import { withLiveSegments, type LiveSegments } from '#store/sql/postings/read-postings.ts'
import { readHits } from './read-hits.ts'
import { findRestriction, type Restriction } from './restrict-hits.ts'
import { scoreBest } from './score-best.ts'

/** Papers that a demand lets through count as hits even where none of their postings was read. */
const withUnscored = (hits: readonly Candidate[], { allowed }: Restriction, isWanted: boolean): Candidate[] => {
  if (allowed === null || !isWanted) return [...hits]
  const scored = new Set(hits.map(({ seq }) => seq))
  return [...hits, ...[...allowed].filter((seq) => !scored.has(seq)).map((seq) => ({ seq, score: 0 }))]
}

/** The paper whose id, DOI or arXiv id was typed. */
const findNamed = async (db: Db, { text }: RankedQuery): Promise<number | null> => {
  const named = text.trim()
  const { doi, arxivId } = identifiersIn([named, `arxiv:${named}`])
  const isId = PAPER_ID.test(named)
  if (!isId && doi === null && arxivId === null) return null
  const row = await db
    .selectFrom('papers')
    .select('seq')
    .where((eb) =>
      eb.or([
        ...(isId ? [eb('id', '=', named)] : []),
        ...(doi === null ? [] : [eb('doi', '=', doi)]),
        ...(arxivId === null ? [] : [eb('arxiv_id', '=', arxivId)]),
      ]),
    )
    .where('state', '=', 'accepted')
    .orderBy('rank_key')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? null
}

type Scope = { db: Db; engine: Engine; live: LiveSegments }

const search = async (scope: Scope, request: RankedRequest): Promise<RankedPage> => {
  const { db, live } = scope
  const { query, match, filter, sort, from, limit } = request
  const restriction = await findRestriction(scope, request)
  const { allowed, excluded } = restriction
  const { ranked, terms, texts } = await scoreBest({
    db,
    live,
    terms: query.terms,
    content: query.content,
    words: query.words,
    isWanted: (seq) => (allowed === null || allowed.has(seq)) && !excluded.has(seq),
  })
  const isDemanded = match === 'all' || query.required !== null
  const named = await findNamed(db, query)
  const all = withUnscored(ranked, restriction, isDemanded)
  const first = named === null ? [] : [{ seq: named, score: (all[0]?.score ?? 0) + 1 }]
  const candidates = [...first, ...all.filter(({ seq }) => seq !== named)]
  const hits = await filterHits(db, candidates, { filter, sort })
  const page = hits.slice(from, from + limit)
  return {
    total: hits.length,
    hits: await readHits(db, page, texts),
    worth: new Map(terms.map(({ term, worth }) => [term, worth])),
  }
}

export const rankingReader = (db: Db, engine: Engine): RankingReader => ({
  search: (request) => withLiveSegments(db, (live) => search({ db, engine, live }, request)),
  correct: (text) => withLiveSegments(db, (live) => correctQuestion({ db, live }, text)),
})
