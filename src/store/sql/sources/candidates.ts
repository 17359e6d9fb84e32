import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { PaperWithText } from '#core/papers/paper.ts'
import type {
  CandidateFilter,
  CandidateOrigin,
  ListedWork,
  PaperCandidate,
  RankedCandidate,
} from '#core/sources/candidate.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { Tables, Db } from '#store/rows.ts'
import type { JudgedText, RankedText, RankReasons } from '#core/sources/rank-candidates.ts'
import type { CandidateReader, RankPlace, CandidateRecord, CandidateWriter } from '#ports/store/sources.ts'
import { paddedKeys } from '#store/sql/engine/engine.ts'
import { recordColumns, sourceRecordFromRow } from '#store/sql/engine/source-record.ts'
import { workKeys, lookupWorkKeys } from '#core/papers/same-work/work-keys.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'

type CandidateRow = Selectable<Tables['paper_candidates']>

const candidateFromRow = (row: CandidateRow): PaperCandidate => ({
  id: row.seq,
  state: row.state,
  paper: row.paper === null ? null : (JSON.parse(row.paper) as PaperWithText),
  listed: row.listed === null ? null : (JSON.parse(row.listed) as ListedWork),
  doi: row.doi,
  arxivId: row.arxiv_id,
  foundAt: row.found_at,
  paperId: row.paper_id,
})

type Ranking = Pick<CandidateReader, 'rankingState' | 'judged' | 'toRank' | 'listRanked'>

const candidates = (db: Db) => db.selectFrom('paper_candidates')

/** Redundant conditions: only the second lets the engine use the index of open papers instead of reading all. */
const rejectedPapers = (db: Db) =>
  db
    .selectFrom('papers')
    .where('state', '=', 'rejected')
    .where('state', '<>', sql.lit('accepted' as const))

const joinSeqs = (rows: readonly { seq: number }[]): string => rows.map(({ seq }) => seq).join(' ')

/** Texts read at once, so that other work can run in between. */
const SLICE_SIZE = 25

type PlacedText = JudgedText & { seq: number }
/** Reads at most `count` texts from before a number, latest first. */
type Slice = (before: number, count: number) => Promise<PlacedText[]>

const textOf = ({ seq, paper }: { seq: number; paper: string | null }): PlacedText => {
  const { title, abstract } = JSON.parse(paper ?? '{}') as PaperWithText
  return { seq, id: String(seq), title, abstract }
}

async function* inSlices(read: Slice, limit: number): AsyncGenerator<JudgedText[]> {
  let before = Number.MAX_SAFE_INTEGER
  for (let left = limit; left > 0;) {
    const texts = await read(before, Math.min(SLICE_SIZE, left))
    if (texts.length > 0) yield texts.map(({ id, title, abstract }) => ({ id, title, abstract }))
    if (texts.length < SLICE_SIZE) return
    left -= texts.length
    before = texts.at(-1)?.seq ?? 0
  }
}

type CandidateQuery<Row> = SelectQueryBuilder<Tables, 'paper_candidates', Row>

/**
 * As two look-ups: with one condition for both, the engine would read all candidates of the same score, and those
 * without a title all have the same.
 */
const listRankedAfter = async <Row>(best: CandidateQuery<Row>, { score, id }: RankPlace, limit: number) => {
  const sameScore = await best.where('score', '=', score).where('seq', '<', id).limit(limit).execute()
  if (sameScore.length === limit) return sameScore
  return [
    ...sameScore,
    ...(await best
      .where('score', '<', score)
      .limit(limit - sameScore.length)
      .execute()),
  ]
}

const rankedFromRow = (row: CandidateRow): RankedCandidate => ({
  ...candidateFromRow(row),
  score: row.score,
  reasons: row.reasons === null ? null : (JSON.parse(row.reasons) as RankReasons),
})

const listBest = <Row>(open: CandidateQuery<Row>, after: RankPlace | null, limit: number) => {
  const best = open.orderBy('score', 'desc').orderBy('seq', 'desc')
  return after === null ? best.limit(limit).execute() : listRankedAfter(best, after, limit)
}

type ListBy = Parameters<CandidateReader['listOpen']>[1]

/** The next open candidates in an order. */
const inOrder = <Row>(query: CandidateQuery<Row>, { order, after, limit }: ListBy) => {
  const open = query.where('state', '=', 'open')
  if (order === 'best') return listBest(open, after, limit)
  const isLatest = order === 'latest'
  return open
    .$if(after !== null, (beyond) => beyond.where('seq', isLatest ? '<' : '>', after?.id ?? 0))
    .orderBy('seq', isLatest ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

/** Stands for a list that someone gave: a unique index would not treat two nulls as equal. */
const NO_SOURCE = 0

/** Candidates that a search looks at together, and for one page. */
const LOOKED_AT_ONCE = 500
const MOST_LOOKED_AT = 10_000

const wordsIn = (words: string): string[] =>
  textKey(words)
    .split(' ')
    .filter((word) => word !== '')

const nameKey = ({ paper, listed, doi, arxivId }: PaperCandidate): string =>
  textKey([paper?.title, listed?.title, ...(paper?.authors ?? []), doi, arxivId].join(' '))

const fromSource = async (db: Db, source: number | 'list', rows: readonly CandidateRow[]): Promise<Set<number>> => {
  if (rows.length === 0) return new Set()
  const found = await db
    .selectFrom('candidate_records')
    .select('candidate_seq')
    .where('candidate_seq', 'in', paddedKeys(rows.map(({ seq }) => seq)))
    .where('source_seq', '=', source === 'list' ? NO_SOURCE : source)
    .execute()
  return new Set(found.map((row) => row.candidate_seq))
}

const PLAIN_WORD = /^[a-z0-9]+$/u

/**
 * 1 for a candidate whose name may have these words: its record has them all, or letters that are compared without their marks. So most
 * records, with their abstracts, are not read by a search that finds little.
 */
const mayHave = (words: readonly string[]): RawBuilder<number> => {
  const record = sql`coalesce(paper, '') || coalesce(listed, '') || ' ' || coalesce(doi, '') || ' ' || coalesce(arxiv_id, '')`
  const plain = words.filter((word) => PLAIN_WORD.test(word))
  const conditions = [sql`1 = 1`, ...plain.map((word) => sql`lower(${record}) like ${`%${word}%`}`)]
  return sql<number>`case when octet_length(${record}) <> length(${record}) or (${sql.join(conditions, sql` and `)}) then 1 else 0 end`
}

type Looked = { rows: CandidateRow[]; end: { seq: number; score: number } | undefined; isAll: boolean }

/** The next candidates that may match, and the last one that was looked at. */
const lookAt = async (db: Db, words: string | null, by: ListBy): Promise<Looked> => {
  if (words === null) {
    const rows = await inOrder(candidates(db).selectAll(), by)
    return { rows, end: rows.at(-1), isAll: rows.length < by.limit }
  }
  const wanted = wordsIn(words)
  if (wanted.length === 0) return { rows: [], end: undefined, isAll: true }
  const query = candidates(db).select(['seq', 'score', mayHave(wanted).as('may_match')])
  const places = await inOrder(query, by)
  const seqs = places.filter(({ may_match }) => may_match === 1).map(({ seq }) => seq)
  const read = seqs.length === 0 ? [] : await candidates(db).selectAll().where('seq', 'in', paddedKeys(seqs)).execute()
  const bySeq = new Map(read.map((row) => [row.seq, row]))
  return { rows: seqs.flatMap((seq) => bySeq.get(seq) ?? []), end: places.at(-1), isAll: places.length < by.limit }
}

/** Titles are in the records of candidates, of which no index knows: a search reads candidates in their order. */
const matching = async (
  db: Db,
  { words, source }: CandidateFilter,
  rows: readonly CandidateRow[],
): Promise<RankedCandidate[]> => {
  const kept = source === null ? null : await fromSource(db, source, rows)
  const wanted = words === null ? null : wordsIn(words)
  const some = rows.filter((row) => {
    if (kept !== null && !kept.has(row.seq)) return false
    if (wanted === null) return true
    const key = nameKey(candidateFromRow(row))
    return wanted.length > 0 && wanted.every((word) => key.includes(word))
  })
  return some.map(rankedFromRow)
}

const placeOf = ({ score, id }: RankPlace): RankPlace => ({ score, id })

const listOpen = async (
  db: Db,
  filter: CandidateFilter,
  { order, after, limit }: ListBy,
): ReturnType<CandidateReader['listOpen']> => {
  const isWhole = filter.words === null && filter.source === null
  const size = isWhole ? limit + 1 : LOOKED_AT_ONCE
  const found: RankedCandidate[] = []
  let place = after
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += size) {
    const { rows, end, isAll } = await lookAt(db, filter.words, { order, after: place, limit: size })
    found.push(...(await matching(db, filter, rows)))
    const last = found[limit - 1]
    if (found.length > limit && last !== undefined) return { candidates: found.slice(0, limit), next: placeOf(last) }
    if (isAll || end === undefined) return { candidates: found, next: null }
    place = { score: end.score, id: end.seq }
  }
  return { candidates: found, next: place }
}

export const candidateRanking = (db: Db): Ranking => {
  const open = () => candidates(db).where('state', '=', 'open')
  const acceptedPapers = () => db.selectFrom('papers').where('state', '=', 'accepted')
  const newestPapers = (papers: ReturnType<typeof acceptedPapers>): Slice => {
    const texts = papers.select(['seq', 'id', 'title', 'abstract']).orderBy('seq', 'desc')
    return (before, count) => texts.where('seq', '<', before).limit(count).execute()
  }
  const newestCandidates = (some: ReturnType<typeof open>): Slice => {
    const texts = some.select(['seq', 'paper']).where('paper', 'is not', null).orderBy('seq', 'desc')
    return async (before, count) => (await texts.where('seq', '<', before).limit(count).execute()).map(textOf)
  }
  return {
    rankingState: async (limit) => {
      const titled = open().select('seq').where('paper', 'is not', null).limit(1)
      const rejected = rejectedPapers(db).select('seq').orderBy('seq', 'desc').limit(limit)
      const dismissed = candidates(db).select('seq').where('state', '=', 'dismissed').where('paper', 'is not', null)
      const dismissedRows = await dismissed.orderBy('seq', 'desc').limit(limit).execute()
      return {
        isUnranked: (await titled.where('score', '=', -1).execute()).length > 0,
        isOpen: (await titled.execute()).length > 0,
        rejected: `${joinSeqs(await rejected.execute())}, ${joinSeqs(dismissedRows)}`,
      }
    },
    judged: async function* (limit) {
      for await (const texts of inSlices(newestPapers(acceptedPapers()), limit)) yield { are: 'accepted', texts }
      for await (const texts of inSlices(newestPapers(rejectedPapers(db)), limit)) yield { are: 'rejected', texts }
      const dismissed = newestCandidates(candidates(db).where('state', '=', 'dismissed'))
      for await (const texts of inSlices(dismissed, limit))
        yield { are: 'rejected', texts: texts.map((text) => ({ ...text, id: `candidate ${text.id}` })) }
    },
    toRank: async function* (limit) {
      let left = limit
      for (const some of [open().where('score', '=', -1), open().where('score', '>=', 0)])
        for await (const texts of inSlices(newestCandidates(some), left)) {
          left -= texts.length
          yield texts
        }
    },
    listRanked: async (after, limit) =>
      (await inOrder(candidates(db).selectAll(), { order: 'best', after, limit })).map(rankedFromRow),
  }
}

const setRanks = async (db: Db, ranks: readonly ({ id: number } & RankedText)[]): Promise<void> => {
  for (const { id, score, reasons } of ranks)
    await db
      .updateTable('paper_candidates')
      .set({ score, reasons: JSON.stringify(reasons) })
      .where('seq', '=', id)
      .execute()
}

type RecordRow = Selectable<Tables['candidate_records']>

const recordValues = ({ sourceId, recordId, source }: CandidateRecord): Omit<RecordRow, 'seq' | 'candidate_seq'> => ({
  ...recordColumns(source),
  source_seq: sourceId ?? NO_SOURCE,
  record_id: recordId,
  ingest_session: source.ingestSession ?? null,
})

const listRecords = async (db: Db, id: number): Promise<CandidateRecord[]> => {
  const rows = await db
    .selectFrom('candidate_records')
    .selectAll()
    .where('candidate_seq', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({
    sourceId: row.source_seq === NO_SOURCE ? null : row.source_seq,
    recordId: row.record_id,
    source: sourceRecordFromRow(row),
  }))
}

const findRecord = async (
  db: Db,
  ...[sourceId, recordId]: Parameters<CandidateReader['findRecord']>
): ReturnType<CandidateReader['findRecord']> => {
  const row = await db
    .selectFrom('candidate_records')
    .select(['candidate_seq', 'digest'])
    .where('source_seq', '=', sourceId ?? NO_SOURCE)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return row === undefined ? null : { candidateId: row.candidate_seq, digest: row.digest }
}

const listOrigins = async (db: Db, ids: readonly number[]): Promise<Map<number, CandidateOrigin[]>> => {
  const origins = new Map<number, CandidateOrigin[]>()
  if (ids.length === 0) return origins
  const rows = await db
    .selectFrom('candidate_records as taken')
    .leftJoin('watched_sources as watched', 'watched.seq', 'taken.source_seq')
    .select(['taken.candidate_seq', 'taken.format', 'taken.place', 'taken.record_id', 'taken.fetched_at'])
    .select(['watched.seq as source', 'watched.name'])
    .where('taken.candidate_seq', 'in', paddedKeys(ids))
    .orderBy('taken.seq')
    .execute()
  for (const row of rows) {
    const { candidate_seq: id, format, place, record_id: recordId, fetched_at: fetchedAt } = row
    const source = row.source === null ? null : { id: row.source, name: row.name ?? '' }
    origins.set(id, [...(origins.get(id) ?? []), { source, format, place, recordId, fetchedAt }])
  }
  return origins
}

const candidateRecordWriter = (db: Db): Pick<CandidateWriter, 'addRecord' | 'replaceRecord' | 'shareRecord'> => ({
  addRecord: async (id, record) => {
    await db
      .insertInto('candidate_records')
      .values({ candidate_seq: id, ...recordValues(record) })
      .execute()
  },
  shareRecord: async (recordId, session) => {
    await db
      .updateTable('candidate_records')
      .set({ ingest_session: null })
      .where('source_seq', '=', NO_SOURCE)
      .where('record_id', '=', recordId)
      .$if(session !== null, (query) => query.where('ingest_session', '<>', session))
      .execute()
  },
  replaceRecord: async (id, record) => {
    const { source_seq, record_id, ...values } = recordValues(record)
    await db
      .updateTable('candidate_records')
      .set({ candidate_seq: id, ...values })
      .where('source_seq', '=', source_seq)
      .where('record_id', '=', record_id)
      .execute()
  },
})

/** Maximum candidates compared under one key. */
const MAX_SIMILAR = 50

const byIdentifiers = async (
  db: Db,
  { doi, arxivId }: Parameters<CandidateReader['findByIdentifiers']>[0],
): Promise<CandidateRow[]> => {
  const some = () => candidates(db).selectAll().orderBy('seq').limit(MAX_SIMILAR)
  return [
    ...(doi === null ? [] : await some().where('doi', '=', doi).execute()),
    ...(arxivId === null ? [] : await some().where('arxiv_id', '=', arxivId).execute()),
  ]
}

/** Each query is one index look-up with few rows. */
const findSimilarRows = async (
  db: Db,
  work: Parameters<CandidateReader['findSimilar']>[0],
): Promise<CandidateRow[]> => {
  const keys = paddedKeys(lookupWorkKeys(work))
  const some = () => candidates(db).selectAll().orderBy('seq').limit(MAX_SIMILAR)
  const rows = [
    ...(await byIdentifiers(db, work)),
    ...(await some().where('work_key', 'in', keys).execute()),
    ...(await some().where('subtitle_key', 'in', keys).execute()),
  ]
  return [...new Map(rows.map((row) => [row.seq, row])).values()]
}

export const candidateReader = (db: Db): CandidateReader => ({
  ...candidateRanking(db),
  find: async (id) => {
    const row = await candidates(db).selectAll().where('seq', '=', id).executeTakeFirst()
    return row === undefined ? null : candidateFromRow(row)
  },
  listOpen: (filter, by) => listOpen(db, filter, by),
  among: async (ids) => {
    if (ids.length === 0) return new Map()
    const rows = await candidates(db).selectAll().where('seq', 'in', paddedKeys(ids)).execute()
    return new Map(rows.map((row) => [row.seq, candidateFromRow(row)]))
  },
  listOrigins: (ids) => listOrigins(db, ids),
  countOpen: async () => {
    const { count } = await db
      .selectFrom('paper_candidates')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
    return count
  },
  findSimilar: async (work) => (await findSimilarRows(db, work)).map(candidateFromRow),
  findByIdentifiers: async (identifiers) => (await byIdentifiers(db, identifiers)).map(candidateFromRow),
  findRecord: (...args) => findRecord(db, ...args),
  findListed: async (keys) => {
    if (keys.length === 0) return []
    const rows = await candidates(db)
      .innerJoin('candidate_records as named', 'named.candidate_seq', 'paper_candidates.seq')
      .selectAll('paper_candidates')
      .select('named.record_id as key')
      .where('named.source_seq', '=', NO_SOURCE)
      .where('named.record_id', 'in', paddedKeys(keys))
      .orderBy('paper_candidates.seq')
      .execute()
    return rows.map((row) => ({ ...candidateFromRow(row), key: row.key }))
  },
  listRecords: (id) => listRecords(db, id),
  listNewest: async (before, limit) => {
    const rows = await candidates(db)
      .selectAll()
      .where('state', '=', 'open')
      .$if(before !== null, (query) => query.where('seq', '<', before ?? 0))
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
    return rows.map(candidateFromRow)
  },
})

/** The columns that a candidate is found by. */
const lookupColumns = (paper: PaperWithText) => {
  const [work_key, subtitle_key] = workKeys(paper)
  const { doi, arxivId } = identifiersOf(paper)
  return { doi, arxiv_id: arxivId, work_key, subtitle_key, paper: JSON.stringify(paper) }
}

export const candidateWriter = (db: Db): CandidateWriter => ({
  ...candidateRecordWriter(db),
  setRanks: (ranks) => setRanks(db, ranks),
  add: async ({ paper, listed, doi, arxivId, at }) => {
    const keys =
      paper === null
        ? { doi, arxiv_id: arxivId, work_key: null, subtitle_key: null, paper: null }
        : lookupColumns(paper)
    const { seq } = await db
      .insertInto('paper_candidates')
      .values({
        ...keys,
        listed: listed === null ? null : JSON.stringify(listed),
        state: 'open',
        found_at: at,
        paper_id: null,
        reasons: null,
        decided_by: null,
        decided_at: null,
      })
      .returning('seq')
      .executeTakeFirstOrThrow()
    return seq
  },
  setPaper: async (id, paper) => {
    await db.updateTable('paper_candidates').set(lookupColumns(paper)).where('seq', '=', id).execute()
  },
  decide: async (id, { state, actor, at, paperId }) => {
    await db
      .updateTable('paper_candidates')
      .set({ state, decided_by: actor, decided_at: at, paper_id: paperId })
      .where('seq', '=', id)
      .execute()
  },
})
