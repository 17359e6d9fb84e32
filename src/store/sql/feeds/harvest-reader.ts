import type { HarvestReader, HarvestRange, HarvestedPaper } from '#ports/store/changes.ts'
import type { Db } from '#store/rows.ts'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { lastChanges, type ChangedRow } from './last-changes.ts'

const harvested = ({ change_seq, change_at, ...row }: ChangedRow): HarvestedPaper => ({
  seq: change_seq,
  at: change_at,
  id: row.id,
  paper: row.state === 'accepted' ? paperWithFileFromRow(row) : null,
})

/** The number before the first change from an instant on; null when there is none yet. */
const numberBefore = async (db: Db, from: string): Promise<number | null> => {
  const row = await db
    .selectFrom('public_changes')
    .select('seq')
    .where('at', '>=', from)
    .orderBy('at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : row.seq - 1
}

const readRange = async (db: Db, range: HarvestRange, limit: number): Promise<HarvestedPaper[]> => {
  const { after, from, before, chapter, type } = range
  const first = from === null ? 0 : await numberBefore(db, from)
  if (first === null) return []
  let query = lastChanges(db)
    .where('public_changes.seq', '>', Math.max(after, first))
    .orderBy('public_changes.seq')
    .limit(limit)
  // Numbers and instants rise together.
  if (before !== null) query = query.where('public_changes.at', '<', before)
  if (chapter !== null)
    query = query.where((eb) => eb.or([eb('papers.chapter', '=', chapter), eb('papers.state', '!=', 'accepted')]))
  if (type !== null)
    query = query.where((eb) => eb.or([eb('papers.type', '=', type), eb('papers.state', '!=', 'accepted')]))
  return (await query.execute()).map(harvested)
}

export const harvestReader = (db: Db): HarvestReader => ({
  papers: (range, limit) => readRange(db, range, limit),
  paper: async (id) => {
    const row = await lastChanges(db).where('public_changes.id', '=', id).executeTakeFirst()
    return row === undefined ? null : harvested(row)
  },
  began: async () =>
    (await db.selectFrom('public_changes').select('at').orderBy('seq').limit(1).executeTakeFirst())?.at ?? null,
})
