import { workKeysToLookUnder, type Work } from '#core/papers/same-work.ts'
import type { WorkCandidate } from '#ports/store/imports.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { firstActors } from './first-actors.ts'

/** More papers of one author that begin with the same word are not looked at. */
const MAX_CANDIDATES = 50

/** Each is a look-up in one index; together they are few rows. */
export const findWorkCandidates = async (db: Db, work: Work): Promise<WorkCandidate[]> => {
  const papers = () => db.selectFrom('papers').selectAll().orderBy('seq').limit(MAX_CANDIDATES)
  const keys = workKeysToLookUnder(work)
  const found = new Map<number, PaperRow>()
  const add = (rows: readonly PaperRow[]): void => {
    for (const row of rows) found.set(row.seq, row)
  }
  if (work.doi !== null) add(await papers().where('doi', '=', work.doi).execute())
  if (work.arxivId !== null) add(await papers().where('arxiv_id', '=', work.arxivId).execute())
  add(await papers().where('work_key', 'in', keys).execute())
  add(await papers().where('subtitle_key', 'in', keys).execute())
  const candidates: WorkCandidate[] = []
  const bringers = await firstActors(db, [...found.keys()])
  for (const row of found.values())
    candidates.push({
      paper: paperFromRow(row),
      state: row.state,
      broughtBy: bringers.get(row.seq) ?? '',
    })
  return candidates
}
