import type { RankedList, RankedPage, RankedRequest, RankingReader } from '#ports/store/ranking.ts'
import type { Db } from '#store/rows.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { toListItems } from '#store/sql/search/library-page.ts'
import { correctQuestion } from './correct-question.ts'
import { countHits } from './count-hits.ts'
import { candidatesFor, filterHits } from './filter-hits.ts'
import type { Candidate } from './find-candidates.ts'
import { withLiveSegments, type LiveSegments } from '#store/sql/postings/read-postings.ts'
import { readHits } from './read-hits.ts'
import { findNamed } from './find-named.ts'
import { findRestriction, type Restriction } from './restrict-hits.ts'
import { scoreBest, type RankedPapers } from './score-best.ts'

/** Papers that a demand lets through count as hits even where none of their postings was read. */
const withUnscored = (hits: readonly Candidate[], { allowed }: Restriction, isWanted: boolean): Candidate[] => {
  if (allowed === null || !isWanted) return [...hits]
  const scored = new Set(hits.map(({ seq }) => seq))
  return [...hits, ...[...allowed].filter((seq) => !scored.has(seq)).map((seq) => ({ seq, score: 0 }))]
}

/** All hits of a question, best first. */
type Ranking = Pick<RankedPapers, 'texts' | 'rows'> & { hits: Candidate[]; worth: RankedPage['worth'] }

type Scope = { db: Db; engine: Engine; live: LiveSegments }

const rankAll = async (scope: Scope, request: RankedRequest): Promise<Ranking> => {
  const { db, live } = scope
  const { query, match, filter, sort } = request
  const restriction = await findRestriction(scope, request)
  const { allowed, excluded } = restriction
  const { ranked, terms, texts, rows } = await scoreBest({
    db,
    live,
    terms: query.terms,
    content: query.content,
    words: query.words,
    most: candidatesFor(filter),
    isWanted:
      allowed === null && excluded.size === 0
        ? null
        : (seq) => (allowed === null || allowed.has(seq)) && !excluded.has(seq),
  })
  const isDemanded = match === 'all' || query.required !== null
  const named = await findNamed(db, query.text)
  const all = withUnscored(ranked, restriction, isDemanded)
  const first = named === null ? [] : [{ seq: named, score: (all[0]?.score ?? 0) + 1 }]
  const candidates = [...first, ...all.filter(({ seq }) => seq !== named)]
  const hits = await filterHits(db, candidates, { filter, sort })
  return { hits, texts, rows, worth: new Map(terms.map(({ term, worth }) => [term, worth])) }
}

const search = async (scope: Scope, request: RankedRequest): Promise<RankedPage> => {
  const { hits, worth, ...read } = await rankAll(scope, request)
  const page = hits.slice(request.from, request.from + request.limit)
  const found = await readHits(scope.db, page, read)
  return {
    total: hits.length,
    hits: found.map(({ row, ...hit }) => ({ ...hit, paper: paperWithFileFromRow(row) })),
    worth,
  }
}

const list = async (scope: Scope, request: RankedRequest): Promise<RankedList> => {
  const { db } = scope
  const { hits, worth, ...read } = await rankAll(scope, request)
  const found = await readHits(db, hits.slice(request.from, request.from + request.limit), read)
  const papers = await toListItems(
    db,
    found.map(({ row }) => row),
  )
  return {
    total: hits.length,
    hits: found.flatMap(({ version, score, inText }, index) => {
      const paper = papers[index]
      return paper === undefined ? [] : [{ paper, version, score, inText }]
    }),
    counts: await countHits(db, hits),
    worth,
  }
}

export const rankingReader = (db: Db, engine: Engine): RankingReader => ({
  list: (request) => withLiveSegments(db, (live) => list({ db, engine, live }, request)),
  search: (request) => withLiveSegments(db, (live) => search({ db, engine, live }, request)),
  correct: (text) => correctQuestion(db, text),
})
