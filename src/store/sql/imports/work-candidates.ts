import { sql } from 'kysely'
import { sameWork, type Work } from '#core/papers/same-work/same-work.ts'
import {
  TITLE_START,
  titleBeginning,
  titleKeysToLookUnder,
  workKeysToLookUnder,
} from '#core/papers/same-work/work-keys.ts'
import type { WorkCandidate } from '#ports/store/imports.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { firstActors } from './first-actors.ts'

/** More papers under one key are not looked at. */
const MAX_COMPARED = 200
/** Sorts behind whatever goes on with the same beginning. */
const LAST = '\u{10ffff}'

/** Where they differ, PostgreSQL reads the index on the start of the title key, and SQLite that on the whole. */
const beginsWith = (beginning: string) => {
  const end = beginning + LAST
  const start = sql`substr(title_key, 1, ${sql.lit(TITLE_START)})`
  return sql<boolean>`title_key >= ${beginning} and title_key < ${end} and ${start} >= ${beginning} and ${start} < ${end}`
}

/** Papers that are the same work, each compared by the few fields that tell. Each query is a look-up in one index. */
const findSame = async (db: Db, work: Work): Promise<number[]> => {
  const papers = () =>
    db.selectFrom('papers').select(['seq', 'title', 'authors', 'year', 'doi', 'arxiv_id']).limit(MAX_COMPARED)
  const keys = paddedKeys(workKeysToLookUnder(work))
  const queries = [
    ...(work.doi === null ? [] : [papers().where('doi', '=', work.doi)]),
    ...(work.arxivId === null ? [] : [papers().where('arxiv_id', '=', work.arxivId)]),
    papers().where('work_key', 'in', keys),
    papers().where('subtitle_key', 'in', keys),
    papers().where('title_key', 'in', paddedKeys(titleKeysToLookUnder(work))),
    papers().where(beginsWith(titleBeginning(work))),
  ]
  const found = new Set<number>()
  for (const query of queries)
    for (const { seq, authors, arxiv_id: arxivId, ...row } of await query.execute())
      if (!found.has(seq) && sameWork({ ...row, arxivId, authors: JSON.parse(authors) as string[] }, work) !== null)
        found.add(seq)
  return [...found].toSorted((a, b) => a - b)
}

/** Papers that `sameWork` takes for a work, oldest first. */
export const findWorkCandidates = async (db: Db, work: Work): Promise<WorkCandidate[]> => {
  const seqs = await findSame(db, work)
  if (seqs.length === 0) return []
  const rows = await db.selectFrom('papers').selectAll().where('seq', 'in', paddedKeys(seqs)).orderBy('seq').execute()
  const bringers = await firstActors(db, seqs)
  return rows.map((row) => ({
    paper: paperFromRow(row),
    state: row.state,
    broughtBy: bringers.get(row.seq) ?? '',
  }))
}
