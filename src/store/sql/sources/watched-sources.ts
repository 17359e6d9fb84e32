import type { Selectable } from 'kysely'
import { startingFrom, type SourcePosition } from '#core/sources/source-position.ts'
import type { WatchedSource } from '#core/sources/watched-source.ts'
import type { SourceReader, SourceWriter } from '#ports/store/sources.ts'
import type { Db, Tables } from '#store/rows.ts'
import { hostTurns } from './host-turns.ts'
import { sourceLeases } from './source-leases.ts'
import { listRuns, pruneRuns, runCounter } from './source-runs.ts'

type SourceRow = Selectable<Tables['watched_sources']>

const sourceFromRow = (row: SourceRow): WatchedSource => ({
  id: row.seq,
  kind: row.kind,
  name: row.name,
  address: row.address,
  query: row.query,
  metadataPrefix: row.metadata_prefix,
  everyMinutes: row.every_minutes,
  dailyCap: row.daily_cap,
  state: row.state === 'active' ? 'active' : 'paused',
  addedBy: row.added_by,
  addedAt: row.added_at,
  nextRunAt: row.next_run_at,
  failures: row.failures,
  lastError: row.last_error,
  lastRunAt: row.last_run_at,
  lastSuccessAt: row.last_success_at,
  takenOn: row.taken_on,
  takenCount: row.taken_count,
  position: JSON.parse(row.position) as SourcePosition,
})

const shown = (db: Db) =>
  db.selectFrom('watched_sources').selectAll().where('state', '!=', 'removed').orderBy('watched_sources.seq')

export const sourceReader = (db: Db): SourceReader => ({
  list: async () => (await shown(db).execute()).map(sourceFromRow),
  find: async (id) => {
    const row = await shown(db).where('seq', '=', id).executeTakeFirst()
    return row === undefined ? null : sourceFromRow(row)
  },
  due: async (now) => {
    const rows = await shown(db)
      .where('state', '=', 'active')
      .where('next_run_at', '<=', now)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .execute()
    return rows.map(sourceFromRow)
  },
  runs: (id, limit) => listRuns(db, id, limit),
})

export const sourceWriter = (db: Db): SourceWriter => {
  const change = async (id: number, values: Partial<SourceRow>): Promise<void> => {
    await db.updateTable('watched_sources').set(values).where('seq', '=', id).execute()
  }
  return {
    ...sourceLeases(db),
    ...runCounter(db),
    ...hostTurns(db),
    add: async ({ kind, name, address, query, metadataPrefix, everyMinutes, dailyCap }, { from, actor, at }) => {
      const { seq } = await db
        .insertInto('watched_sources')
        .values({
          kind,
          name,
          address,
          query,
          metadata_prefix: metadataPrefix,
          every_minutes: everyMinutes,
          daily_cap: dailyCap,
          state: 'active',
          added_by: actor,
          added_at: at,
          next_run_at: at,
          failures: 0,
          last_error: null,
          last_run_at: null,
          last_success_at: null,
          taken_on: null,
          taken_count: 0,
          position: JSON.stringify(startingFrom(from)),
          reader: null,
          lease_until: null,
        })
        .returning('seq')
        .executeTakeFirstOrThrow()
      return seq
    },
    setState: (id, state, nextRunAt) => change(id, { state, next_run_at: nextRunAt, reader: null, lease_until: null }),
    remove: (id) => change(id, { state: 'removed', reader: null, lease_until: null }),
    savePosition: (id, position) => change(id, { position: JSON.stringify(position) }),
    setTaken: (id, day, count) => change(id, { taken_on: day, taken_count: count }),
    pruneRuns: (before) => pruneRuns(db, before),
  }
}

/** Lets no source of a restored corpus be asked by itself: what was decided on since the backup would come again. */
export const pauseAllSources = async (db: Db): Promise<void> => {
  await db
    .updateTable('watched_sources')
    .set({ state: 'paused', reader: null, lease_until: null })
    .where('state', '=', 'active')
    .execute()
}
