import { seqOf } from '#core/papers/rank-key.ts'
import { passageTerm } from '#core/search/ranking/passage-terms.ts'
import { rarity } from '#core/search/ranking/reading-budget.ts'
import type { ScoredTerm } from '#core/search/ranking/score-paper.ts'
import type { PassageCandidates, PassageReader, PassageRequest, VersionedPaper } from '#ports/store/passages.ts'
import type { Db } from '#store/rows.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { acceptedRows } from '#store/sql/papers/accepted-rows.ts'
import {
  readFirstBlocks,
  withLiveSegments,
  type FirstBlock,
  type LiveSegments,
} from '#store/sql/postings/read-postings.ts'
import { findCandidates } from '#store/sql/ranking/find-candidates.ts'
import { frequencies } from '#store/sql/ranking/weigh-question.ts'
import { passagesBySeq, placedPassage, type PassageRow } from '#store/sql/postings/passage-rows.ts'
import { findPublicVersion, publicVersion } from './public-versions.ts'

/** Papers whose abstract has a phrase, of which the first in the public order count. */
const MOST_WITH_PHRASE = 40

/** How many papers or passages have a word at most decides what it is worth. */
const worthOf = (
  words: PassageRequest['words'],
  frequencyOf: ReadonlyMap<string, number>,
  { total, keyOf }: { total: number; keyOf: (word: string) => string },
): ScoredTerm[] =>
  words.flatMap(({ term, weight }) => {
    const key = keyOf(term)
    const having = frequencyOf.get(key) ?? 0
    return having <= 0 ? [] : [{ term: key, worth: weight * rarity(total, having) }]
  })

const withPhrase = async (db: Db, engine: Engine, phrase: readonly string[]): Promise<number[]> => {
  if (phrase.length < 2) return []
  const query = { all: [[{ field: 'abstract' as const, tokens: [...phrase], prefix: false }]], none: [] }
  const keys = engine.matchingKeys({ query, chapter: null, type: null, minLongHorizon: null }, MOST_WITH_PHRASE)
  if (keys === null) return []
  const { rows } = await db.executeQuery<{ rank_key: number }>(keys.compile(db))
  return rows.map(({ rank_key }) => seqOf(rank_key))
}

/** A passage with its neighbours in the section: numbers of passages follow each other within a paper. */
const around = (rows: ReadonlyMap<number, PassageRow>, row: PassageRow) => {
  const near = [row.seq - 1, row.seq, row.seq + 1].flatMap((seq) => rows.get(seq) ?? [])
  const same = near.filter(({ paper_seq, section }) => paper_seq === row.paper_seq && section === row.section)
  return { around: same.map(placedPassage), at: same.indexOf(row) }
}

const seqsOfIds = async (db: Db, ids: readonly string[]): Promise<number[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('papers')
    .select('seq')
    .where('id', 'in', paddedKeys(ids))
    .where('state', '=', 'accepted')
    .execute()
  return rows.map(({ seq }) => seq)
}

/** Where the passages of some papers lie. */
const passageRanges = async (db: Db, seqs: readonly number[]): Promise<{ first: number; last: number }[]> => {
  if (seqs.length === 0) return []
  const rows = await db
    .selectFrom('passages')
    .select((eb) => [eb.fn.min('seq').as('first'), eb.fn.max('seq').as('last')])
    .where('paper_seq', 'in', paddedKeys(seqs))
    .groupBy('paper_seq')
    .execute()
  return rows
}

/** Which candidates may count, where only some papers do. */
const restrictedTo = async (db: Db, ids: readonly string[] | null) => {
  if (ids === null) return { seqs: null, allows: () => true }
  const seqs = await seqsOfIds(db, ids)
  const ranges = await passageRanges(db, seqs)
  return { seqs, allows: (passage: number) => ranges.some(({ first, last }) => passage >= first && passage <= last) }
}

type Scope = { db: Db; engine: Engine; live: LiveSegments }

const findShortTexts = async (
  { db, engine }: Scope,
  { phrase, papers, by }: PassageRequest,
  { terms, blocks }: { terms: readonly ScoredTerm[]; blocks: readonly FirstBlock[] },
): Promise<number[]> => {
  const found = (await findCandidates(db, terms, { blocks, by })).slice(0, papers)
  return [...new Set([...(await withPhrase(db, engine, phrase)), ...found.map(({ seq }) => seq)])]
}

const findInTexts = async (
  db: Db,
  { passages, by }: PassageRequest,
  search: { terms: readonly ScoredTerm[]; blocks: readonly FirstBlock[]; allows: (passage: number) => boolean },
): Promise<PassageRow[]> => {
  const { terms, blocks, allows } = search
  const found = (await findCandidates(db, terms, { blocks, by, isWanted: allows })).slice(0, passages)
  const rows = await passagesBySeq(
    db,
    found.map(({ seq }) => seq),
  )
  return found.flatMap(({ seq }) => rows.get(seq) ?? [])
}

const candidates = async (scope: Scope, request: PassageRequest): Promise<PassageCandidates> => {
  const { db, live } = scope
  const words = request.words.map(({ term }) => term)
  const { seqs: given, allows } = await restrictedTo(db, request.ids)
  const blocks = await readFirstBlocks(db, live, [...words, ...words.map(passageTerm)])
  const frequencyOf = frequencies(blocks)
  const terms = worthOf(request.words, frequencyOf, { total: live.papers, keyOf: String })
  const { last } = await db
    .selectFrom('passages')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  const inTexts = worthOf(request.words, frequencyOf, { total: last ?? 0, keyOf: passageTerm })
  const shortTexts = given ?? (await findShortTexts(scope, request, { terms, blocks }))
  const found = await findInTexts(db, request, { terms: inTexts, blocks, allows })
  const near = await passagesBySeq(
    db,
    found.flatMap(({ seq }) => [seq - 1, seq + 1]),
  )
  const rows = new Map([...near, ...found.map((row) => [row.seq, row] as const)])
  const papers = await acceptedRows(db, [...new Set([...shortTexts, ...found.map(({ paper_seq }) => paper_seq)])])
  const idOf = (seq: number): string[] => {
    const row = papers.get(seq)
    return row === undefined ? [] : [row.id]
  }
  const worth = new Map(inTexts.map((term) => [term.term.slice(passageTerm('').length), term.worth]))
  for (const { term, worth: known } of terms) worth.set(term, known)
  return {
    papers: new Map(
      [...papers.values()].map((row): [string, VersionedPaper] => [
        row.id,
        { paper: paperWithFileFromRow(row), version: row.version },
      ]),
    ),
    shortTexts: shortTexts.flatMap(idOf),
    passages: found.flatMap((row) => idOf(row.paper_seq).map((paperId) => ({ paperId, ...around(rows, row) }))),
    worth,
  }
}

export const passageReader = (db: Db, engine: Engine): PassageReader => ({
  candidates: (request) => withLiveSegments(db, (live) => candidates({ db, engine, live }, request)),
  ofPart: async (paperId, part) => {
    const rows = await db
      .selectFrom('papers')
      .innerJoin('passages', 'passages.paper_seq', 'papers.seq')
      .selectAll('passages')
      .where('papers.id', '=', paperId)
      .where('passages.part', '=', part)
      .orderBy('passages.seq')
      .execute()
    return rows.map(placedPassage)
  },
  findVersion: (id, version) => findPublicVersion(db, id, version),
  currentVersion: (id) => publicVersion(db, id),
})
