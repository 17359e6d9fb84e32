import { workKeys, workKeysToLookUnder } from '#core/papers/same-work/work-keys.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { CandidateReader, CandidateWriter } from '#ports/store/sources.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { candidateFromRow, type CandidateRow } from './candidate-from-row.ts'
import { candidateRanking, setRanks } from './candidate-ranking.ts'
import { candidateRecordWriter, findRecord, listOrigins, listRecords } from './candidate-records.ts'

/** More candidates of one author that begin with the same word are not looked at. */
const MAX_ALIKE = 50

const candidates = (db: Db) => db.selectFrom('paper_candidates').selectAll()

const byIdentifiers = async (
  db: Db,
  { doi, arxivId }: Parameters<CandidateReader['named']>[0],
): Promise<CandidateRow[]> => {
  const some = () => candidates(db).orderBy('seq').limit(MAX_ALIKE)
  return [
    ...(doi === null ? [] : await some().where('doi', '=', doi).execute()),
    ...(arxivId === null ? [] : await some().where('arxiv_id', '=', arxivId).execute()),
  ]
}

/** Each is a look-up in one index; together they are few rows. */
const findAlike = async (db: Db, work: Parameters<CandidateReader['alike']>[0]): Promise<CandidateRow[]> => {
  const keys = paddedKeys(workKeysToLookUnder(work))
  const some = () => candidates(db).orderBy('seq').limit(MAX_ALIKE)
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
    const row = await candidates(db).where('seq', '=', id).executeTakeFirst()
    return row === undefined ? null : candidateFromRow(row)
  },
  origins: (ids) => listOrigins(db, ids),
  countOpen: async () => {
    const { count } = await db
      .selectFrom('paper_candidates')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
    return count
  },
  alike: async (work) => (await findAlike(db, work)).map(candidateFromRow),
  named: async (identifiers) => (await byIdentifiers(db, identifiers)).map(candidateFromRow),
  findRecord: (...args) => findRecord(db, ...args),
  records: (id) => listRecords(db, id),
  newest: async (before, limit) => {
    const rows = await candidates(db)
      .where('state', '=', 'open')
      .$if(before !== null, (query) => query.where('seq', '<', before ?? 0))
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
    return rows.map(candidateFromRow)
  },
})

/** What a candidate is found by. */
const keysOf = (paper: PaperWithText) => {
  const [work_key, subtitle_key] = workKeys(paper)
  const { doi, arxivId } = identifiersOf(paper)
  return { doi, arxiv_id: arxivId, work_key, subtitle_key, paper: JSON.stringify(paper) }
}

export const candidateWriter = (db: Db): CandidateWriter => ({
  ...candidateRecordWriter(db),
  setRanks: (ranks) => setRanks(db, ranks),
  add: async ({ paper, doi, arxivId, at }) => {
    const keys =
      paper === null ? { doi, arxiv_id: arxivId, work_key: null, subtitle_key: null, paper: null } : keysOf(paper)
    const { seq } = await db
      .insertInto('paper_candidates')
      .values({
        ...keys,
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
    await db.updateTable('paper_candidates').set(keysOf(paper)).where('seq', '=', id).execute()
  },
  decide: async (id, { state, actor, at, paperId }) => {
    await db
      .updateTable('paper_candidates')
      .set({ state, decided_by: actor, decided_at: at, paper_id: paperId })
      .where('seq', '=', id)
      .execute()
  },
})
