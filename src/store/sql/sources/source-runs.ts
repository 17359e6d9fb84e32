import type { Refusal, RunCounts, SourceRun } from '#core/sources/watched-source.ts'
import type { SourceWriter } from '#ports/store/sources.ts'
import type { Db } from '#store/rows.ts'

const COUNTS = ['requests', 'read', 'added', 'known', 'refused'] as const satisfies (keyof RunCounts)[]

/** Refused records of a run that are kept with their reasons. */
const MOST_REFUSALS = 50

/** The run of a source that is under way is the one that began last. */
const lastRun = (db: Db, id: number) =>
  db.selectFrom('source_runs').select('seq').where('source_seq', '=', id).orderBy('seq', 'desc').limit(1)

export const listRuns = async (db: Db, id: number, limit: number): Promise<SourceRun[]> => {
  const rows = await db
    .selectFrom('source_runs')
    .selectAll()
    .where('source_seq', '=', id)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ requests, read, added, known, refused, refusals, error, started_at, ended_at }) => ({
    startedAt: started_at,
    endedAt: ended_at,
    requests,
    read,
    added,
    known,
    refused,
    error,
    refusals: JSON.parse(refusals) as Refusal[],
  }))
}

export const runCounter = (db: Db): Pick<SourceWriter, 'addCounts' | 'addRefusals'> => ({
  addRefusals: async (id, more) => {
    const [run] = await listRuns(db, id, 1)
    const refusals = [...(run?.refusals ?? []), ...more].slice(0, MOST_REFUSALS)
    await db
      .updateTable('source_runs')
      .set({ refusals: JSON.stringify(refusals) })
      .where('seq', '=', lastRun(db, id))
      .execute()
  },
  addCounts: async (id, counts) => {
    await db
      .updateTable('source_runs')
      .set((eb) => Object.fromEntries(COUNTS.map((name) => [name, eb(name, '+', counts[name] ?? 0)])))
      .where('seq', '=', lastRun(db, id))
      .execute()
  },
})

export const endRun = async (
  db: Db,
  id: number,
  { at, error }: { at: string; error: string | null },
): Promise<void> => {
  await db.updateTable('source_runs').set({ ended_at: at, error }).where('seq', '=', lastRun(db, id)).execute()
}

export const pruneRuns = async (db: Db, before: string): Promise<void> => {
  await db.deleteFrom('source_runs').where('started_at', '<', before).execute()
  await db.deleteFrom('outbound_hosts').where('not_before', '<', before).execute()
}
