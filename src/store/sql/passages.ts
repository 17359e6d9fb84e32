import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import type { Db } from '#store/rows.ts'
import { versionReader } from '#store/sql/papers/versions.ts'
import { seqOf } from '#core/papers/score.ts'
import { papersFoundBy } from '#core/search/paper-filter.ts'
import { commonNames } from '#core/search/ranking/plain-names.ts'
import { passageTerm } from '#core/search/ranking/terms.ts'
import type { ScoredTerm } from '#core/search/ranking/score-paper.ts'
import type {
  PlaceInPaper,
  PassageAt,
  PassageCandidates,
  PassageReader,
  PassageRequest,
  PublicVersion,
  VersionedPaper,
} from '#ports/store/ranking.ts'
import { type Engine, paddedKeys } from '#store/sql/engine/engine.ts'
import { paperFromRow, unmarkedPaper, paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { acceptedRows } from '#store/sql/papers/paper-reader.ts'
import {
  readFirstBlocks,
  withLiveSegments,
  type FirstBlock,
  type LiveSegments,
} from '#store/sql/postings/read-postings.ts'
import { NO_MEANINGS, proposeMeanings } from '#store/sql/ranking/find-meanings.ts'
import { findCandidates, frequencies, weighAsked, weighTerms } from '#store/sql/ranking/find-candidates.ts'
import { passagesAt } from '#store/sql/postings/passages-at.ts'
import { passagesBySeq, placedPassage, type PassageRow } from '#store/sql/postings/segments.ts'

const acceptedPaper = (db: Db, id: string) =>
  db
    .selectFrom('papers')
    .select(['seq', 'version'])
    .where('id', '=', id)
    .where('state', '=', 'accepted')
    .executeTakeFirst()

const publicVersion = async (db: Db, id: string): Promise<number | null> =>
  (await acceptedPaper(db, id))?.version ?? null

/** When a paper last became public. */
const acceptedSince = async (db: Db, seq: number): Promise<string | null> => {
  const accepted = await db
    .selectFrom('review_steps')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('paper_seq', '=', seq)
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  return accepted?.at ?? null
}

/** Whether a version was current when its paper became public, or came later. */
const wasPublic = async (db: Db, seq: number, version: number): Promise<boolean> => {
  const accepted = await acceptedSince(db, seq)
  const next = await db
    .selectFrom('paper_versions')
    .select('at')
    .where('paper_seq', '=', seq)
    .where('version', '=', version + 1)
    .executeTakeFirst()
  return accepted !== null && next !== undefined && next.at > accepted
}

const listPublicVersions = async (db: Db, id: string, limit: number): Promise<PublicVersion[]> => {
  const row = await acceptedPaper(db, id)
  const accepted = row === undefined ? null : await acceptedSince(db, row.seq)
  if (row === undefined || accepted === null) return []
  const saved = await db
    .selectFrom('paper_versions')
    .select(['version', 'at'])
    .where('paper_seq', '=', row.seq)
    .where('version', '<=', row.version)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  // A paper that never changed has no stored version.
  if (saved.length === 0) return [{ version: row.version, since: accepted }]
  // The version that was current when the paper became public is the last one.
  const first = saved.findIndex(({ at }) => at <= accepted)
  return saved
    .slice(0, first === -1 ? saved.length : first + 1)
    .map(({ version, at }) => ({ version, since: at > accepted ? at : accepted }))
}

/** A version of an accepted paper that was itself public; null otherwise. */
const findPublicVersion = async (db: Db, id: string, version: number): Promise<PaperWithText | null> => {
  const row = await acceptedPaper(db, id)
  if (row === undefined || version > row.version) return null
  if (version < row.version && !(await wasPublic(db, row.seq, version))) return null
  const found = await versionReader(db).find(id, version)
  return found === null ? null : unmarkedPaper(found.paper)
}

/** The commentary that an earlier version of an accepted paper had while it was public, as it is stored; null otherwise. */
const findPublicCommentary = async (db: Db, id: string, version: number): Promise<string | null> => {
  const row = await acceptedPaper(db, id)
  if (row === undefined || !(await wasPublic(db, row.seq, version))) return null
  const saved = await db
    .selectFrom('paper_versions')
    .select('form')
    .where('paper_seq', '=', row.seq)
    .where('version', '=', version)
    .executeTakeFirst()
  return saved === undefined ? null : (JSON.parse(saved.form) as Paper).commentary
}

const findCurrentPassage = async (
  db: Db,
  { paperId, version, place: { section, number } }: Parameters<PassageReader['findCurrent']>[0],
): ReturnType<PassageReader['findCurrent']> => {
  const row = await db
    .selectFrom('papers')
    .selectAll()
    .where('id', '=', paperId)
    .where('version', '=', version)
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  if (row === undefined) return null
  const found = await db
    .selectFrom('passages')
    .selectAll()
    .where('paper_seq', '=', row.seq)
    .where('section', '=', section)
    .where('number', '=', number)
    .executeTakeFirst()
  return found === undefined ? null : { paper: unmarkedPaper(paperFromRow(row)), passage: placedPassage(found) }
}

/** At most this many papers with the phrase in their abstract are candidates, the first in public order. */
const MAX_WITH_PHRASE = 40

const withPhrase = async (db: Db, engine: Engine, phrase: readonly string[]): Promise<number[]> => {
  if (phrase.length < 2) return []
  const query = { all: [[{ field: 'abstract' as const, tokens: [...phrase], prefix: false }]], none: [] }
  const keys = engine.matchingKeys(papersFoundBy(query), MAX_WITH_PHRASE)
  if (keys === null) return []
  const { rows } = await db.executeQuery<{ rank_key: number }>(keys.compile(db))
  return rows.map(({ rank_key }) => seqOf(rank_key))
}

/** A passage with its neighbours in the section. Passages of a paper are numbered consecutively. */
const withNeighbours = (rows: ReadonlyMap<number, PassageRow>, row: PassageRow) => {
  const neighbours = [row.seq - 1, row.seq, row.seq + 1].flatMap((seq) => rows.get(seq) ?? [])
  const same = neighbours.filter(({ paper_seq, section }) => paper_seq === row.paper_seq && section === row.section)
  return { around: same.map(placedPassage), at: same.indexOf(row) }
}

/** The numbers of public papers by id. */
export const seqsOfIds = async (db: Db, ids: readonly string[]): Promise<number[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('papers')
    .select('seq')
    .where('id', 'in', paddedKeys(ids))
    .where('state', '=', 'accepted')
    .execute()
  return rows.map(({ seq }) => seq)
}

/** The ranges of passage numbers of some papers. */
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

/** Restricts candidates to some papers; null allows all. */
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
  const proposed = request.question === null ? NO_MEANINGS : await proposeMeanings(db, request.question)
  const blocks = await readFirstBlocks(db, live, [
    ...words,
    ...proposed.words,
    ...commonNames(words),
    ...words.map(passageTerm),
  ])
  const frequencyOf = frequencies(blocks)
  const terms = weighAsked(request.words, frequencyOf, live.papers)
  const meanings = proposed.weigh(frequencyOf, live.papers)
  const { last } = await db
    .selectFrom('passages')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  const passageWords = request.words.map(({ term, weight }) => ({ term: passageTerm(term), weight }))
  const inTexts = weighTerms(passageWords, frequencyOf, last ?? 0)
  const shortTexts = given ?? (await findShortTexts(scope, request, { terms: [...terms, ...meanings], blocks }))
  const found = await findInTexts(db, request, { terms: inTexts, blocks, allows })
  const neighbours = await passagesBySeq(
    db,
    found.flatMap(({ seq }) => [seq - 1, seq + 1]),
  )
  const rows = new Map([...neighbours, ...found.map((row) => [row.seq, row] as const)])
  const papers = await acceptedRows(db, [...new Set([...shortTexts, ...found.map(({ paper_seq }) => paper_seq)])])
  const idOf = (seq: number): string[] => {
    const row = papers.get(seq)
    return row === undefined ? [] : [row.id]
  }
  const termWeights = new Map(inTexts.map((term) => [term.term.slice(passageTerm('').length), term.weight]))
  for (const { term, weight } of terms) termWeights.set(term, weight)
  return {
    papers: new Map(
      [...papers.values()].map((row): [string, VersionedPaper] => [
        row.id,
        { paper: paperWithFileFromRow(row), version: row.version },
      ]),
    ),
    shortTexts: shortTexts.flatMap(idOf),
    passages: found.flatMap((row) => idOf(row.paper_seq).map((paperId) => ({ paperId, ...withNeighbours(rows, row) }))),
    termWeights,
    meanings,
  }
}

const listAt = async <At extends PlaceInPaper>(db: Db, places: readonly At[]): Promise<(PassageAt & { at: At })[]> => {
  const papers = await acceptedRows(db, [...new Set(places.map(({ paperSeq }) => paperSeq))])
  const found = await passagesAt(db, papers, places)
  return found.map(({ at, row, passage }) => ({ at, paper: paperWithFileFromRow(row), version: row.version, passage }))
}

export const passageReader = (db: Db, engine: Engine): PassageReader => ({
  candidates: (request) => withLiveSegments(db, (live) => candidates({ db, engine, live }, request)),
  listAt: (places) => listAt(db, places),
  listByPart: async (paperId, part) => {
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
  findCurrent: (at) => findCurrentPassage(db, at),
  findVersion: (id, version) => findPublicVersion(db, id, version),
  markedCommentary: (id, version) => findPublicCommentary(db, id, version),
  currentVersion: (id) => publicVersion(db, id),
  listVersions: (id, limit) => listPublicVersions(db, id, limit),
})
