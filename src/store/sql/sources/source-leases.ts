import { noRunCounts } from '#core/sources/watched-source.ts'
import type { SourceLease, SourceWriter } from '#ports/store/sources.ts'
import type { Db } from '#store/rows.ts'
import { endRun, runCounter } from './source-runs.ts'

/** Each source has one reader at a time, whichever process it is in. */
export const sourceLeases = (db: Db): Pick<SourceWriter, 'begin' | 'renew' | 'holds' | 'end'> => {
  const held = ({ id, reader }: SourceLease) =>
    db.updateTable('watched_sources').where('seq', '=', id).where('reader', '=', reader)
  const holds = async ({ id, reader }: SourceLease): Promise<boolean> => {
    const row = await db
      .selectFrom('watched_sources')
      .select('seq')
      .where('seq', '=', id)
      .where('reader', '=', reader)
      .executeTakeFirst()
    return row !== undefined
  }
  return {
    holds,
    begin: async ({ id, reader }, at, until) => {
      const { numUpdatedRows } = await db
        .updateTable('watched_sources')
        .set({ reader, lease_until: until, last_run_at: at })
        .where('seq', '=', id)
        .where('state', '=', 'active')
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', at)]))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      await db
        .insertInto('source_runs')
        .values({ source_seq: id, started_at: at, ended_at: null, error: null, refusals: '[]', ...noRunCounts() })
        .execute()
      return true
    },
    renew: async (lease, until) => {
      const { numUpdatedRows } = await held(lease).set({ lease_until: until }).executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    end: async (lease, { at, error, failures, nextRunAt, isComplete, requests }) => {
      if (!(await holds(lease))) return
      await runCounter(db).addCounts(lease.id, { requests })
      await endRun(db, lease.id, { at, error })
      await held(lease)
        .set({
          reader: null,
          lease_until: null,
          failures,
          last_error: error,
          next_run_at: nextRunAt,
          ...(isComplete ? { last_success_at: at } : {}),
        })
        .execute()
    },
  }
}
