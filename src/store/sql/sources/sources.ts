import { Failure } from '#core/failure.ts'
import type { SourceWriter, SourceLease, SourceReader } from '#ports/store/sources.ts'
import type { Db, Tables } from '#store/rows.ts'
import {
  type Refusal,
  type RunCounts,
  type SourceRun,
  noRunCounts,
  startingFrom,
  type SourcePosition,
  type WatchedSource,
} from '#core/sources/watched-source.ts'
import type { Selectable } from 'kysely'

const later = (one: string, other: string): string => (one > other ? one : other)

/** Leases on hosts, shared by all processes. The lease of a process that was killed expires. */
const hostLeases = (db: Db): Pick<SourceWriter, 'leaseHost' | 'renewHostLease' | 'releaseHost'> => {
  const lease = (host: string, reader: string) =>
    db.updateTable('outbound_hosts').where('host', '=', host).where('reader', '=', reader)
  return {
    leaseHost: async (host, { reader, at, until }) => {
      const row = await db.selectFrom('outbound_hosts').selectAll().where('host', '=', host).executeTakeFirst()
      if (row === undefined) {
        await db.insertInto('outbound_hosts').values({ host, reader, lease_until: until, not_before: at }).execute()
        return null
      }
      const isLeased = row.reader !== null && row.reader !== reader && row.lease_until !== null && row.lease_until > at
      const freeAt = isLeased ? later(row.lease_until ?? at, row.not_before) : row.not_before
      if (freeAt > at) return freeAt
      await db.updateTable('outbound_hosts').set({ reader, lease_until: until }).where('host', '=', host).execute()
      return null
    },
    renewHostLease: async (host, reader, until) => {
      await lease(host, reader).set({ lease_until: until }).execute()
    },
    releaseHost: async (host, reader, notBefore) => {
      await lease(host, reader).set({ reader: null, lease_until: null, not_before: notBefore }).execute()
    },
  }
}

const COUNTS = ['requests', 'read', 'added', 'known', 'refused'] as const satisfies (keyof RunCounts)[]

/** How many refused records of a run are stored with their reasons. */
const MAX_REFUSALS = 50

/** The current run of a source is the one that began last. */
const lastRun = (db: Db, id: number) =>
  db.selectFrom('source_runs').select('seq').where('source_seq', '=', id).orderBy('seq', 'desc').limit(1)

const listRuns = async (db: Db, id: number, limit: number): Promise<SourceRun[]> => {
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

const runCounter = (db: Db): Pick<SourceWriter, 'addCounts' | 'addRefusals'> => ({
  addRefusals: async (id, more) => {
    const [run] = await listRuns(db, id, 1)
    const refusals = [...(run?.refusals ?? []), ...more].slice(0, MAX_REFUSALS)
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

const closeRun = async (db: Db, id: number, { at, error }: { at: string; error: string | null }): Promise<void> => {
  await db.updateTable('source_runs').set({ ended_at: at, error }).where('seq', '=', lastRun(db, id)).execute()
}

const pruneRuns = async (db: Db, before: string): Promise<void> => {
  await db.deleteFrom('source_runs').where('started_at', '<', before).execute()
  await db.deleteFrom('outbound_hosts').where('not_before', '<', before).execute()
}

/** Each source has one reader at a time across all processes. */
const sourceLeases = (db: Db): Pick<SourceWriter, 'beginRun' | 'renew' | 'holds' | 'endRun'> => {
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
    beginRun: async ({ id, reader }, at, until) => {
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
    endRun: async (lease, { at, error, failures, nextRunAt, isComplete, requests }) => {
      if (!(await holds(lease))) return
      await runCounter(db).addCounts(lease.id, { requests })
      await closeRun(db, lease.id, { at, error })
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
  // Positions from before files were read lack their place.
  position: { ...startingFrom(null), ...(JSON.parse(row.position) as Partial<SourcePosition>) },
})

const shown = (db: Db) =>
  db.selectFrom('watched_sources').selectAll().where('state', '!=', 'removed').orderBy('watched_sources.seq')

const findSource = async (db: Db, id: number): Promise<WatchedSource | null> => {
  const row = await shown(db).where('seq', '=', id).executeTakeFirst()
  return row === undefined ? null : sourceFromRow(row)
}

export const sourceReader = (db: Db): SourceReader => ({
  list: async () => (await shown(db).execute()).map(sourceFromRow),
  find: (id) => findSource(db, id),
  get: async (id) => {
    const found = await findSource(db, id)
    if (found === null) throw new Failure('not_found', `There is no source ${id}.`)
    return found
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
    ...hostLeases(db),
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

/** Pauses the sources of a restored corpus: they would bring back what was decided on since the backup. */
export const pauseAllSources = async (db: Db): Promise<void> => {
  await db
    .updateTable('watched_sources')
    .set({ state: 'paused', reader: null, lease_until: null })
    .where('state', '=', 'active')
    .execute()
}
