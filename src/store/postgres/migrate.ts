import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { Client } from 'pg'
import { Failure } from '#core/failure.ts'
import type { Tables } from '#store/rows.ts'
import { afterMigrations } from '#store/sql/after-migrations.ts'
import {
  migrationsBeyond,
  parseMigration,
  selectPending,
  splitPending,
  type AppliedMigration,
  type Migration,
} from '#store/sql/migrations.ts'
import { hasOtherAnalyzer } from '#store/sql/search/rebuild.ts'
import { runOnClient } from './connection/connections.ts'
import { isLockTimeout } from './connection/errors.ts'
import { postgresDialect, postgresEngine } from './engine.ts'
import { WRITE_LOCK_ID } from './connection/write-queue.ts'

const SCHEMA = new URL('./schema.sql', import.meta.url)
const FOLDER = new URL('./migrations/', import.meta.url)

/** Migrations in order. */
export const migrations = (): Migration[] =>
  readdirSync(FOLDER)
    .toSorted()
    .map((file) => parseMigration(file, () => readFileSync(new URL(file, FOLDER), 'utf8')))

const isNew = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ missing: boolean }>("SELECT to_regclass('migrations') IS NULL AS missing")
  return rows[0]?.missing === true
}

/** The applied migrations; empty if it is not a corpus yet. */
export const appliedMigrations = async (client: Client): Promise<AppliedMigration[]> =>
  (await isNew(client)) ? [] : (await client.query<AppliedMigration>('SELECT * FROM migrations')).rows

/** The migrations that a database lacks. Throws `unavailable` if a newer Longview has migrated it too far. */
export const pendingMigrations = async (client: Client): Promise<Migration[]> =>
  selectPending(migrations(), await appliedMigrations(client))

/** Whether a newer version has migrated a database: it may hold what this version does not know. */
export const isBeyond = async (client: Client): Promise<boolean> =>
  migrationsBeyond(migrations(), await appliedMigrations(client)).length > 0

/** How long to wait for other writers and migrators, which nobody else waits for. */
const WRITERS_TIMEOUT = '60s'

/** How long to wait for a table: whoever reads it afterwards waits behind us. A tenth of what a statement of theirs may take. */
const TABLE_TIMEOUT = '500ms'

/** Between two attempts, so that those who waited behind us are served. */
const ATTEMPT_AGAIN_AFTER_MS = 1_000

const GIVE_UP_AFTER_MS = 600_000

const transactOnce = async (client: Client, work: () => Promise<void>): Promise<void> => {
  await client.query(
    `BEGIN; SET LOCAL lock_timeout = '${WRITERS_TIMEOUT}'; SELECT pg_advisory_xact_lock(${WRITE_LOCK_ID}); SET LOCAL lock_timeout = '${TABLE_TIMEOUT}'`,
  )
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** Called with a sentence each time that others use a table which a migration needs for itself. */
export type NoteWaiting = (sentence: string) => void

const WAITING = 'Other sessions use what has to change: they go first, and the migration is tried again.'

/**
 * Runs `work` in a transaction that excludes other writers and migrators; again and again while it does not get a table at once.
 * Throws `unavailable` if it does not for ten minutes.
 */
const transact = async (client: Client, work: () => Promise<void>, noteWaiting?: NoteWaiting): Promise<void> => {
  const begunAt = performance.now()
  for (;;)
    try {
      return await transactOnce(client, work)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (performance.now() - begunAt > GIVE_UP_AFTER_MS)
        throw new Failure(
          'unavailable',
          'Another session has used a table that has to change for ten minutes: find it in pg_stat_activity, end it or let it finish, then run "npx longview migrate" again.',
        )
      noteWaiting?.(WAITING)
      await pause(ATTEMPT_AGAIN_AFTER_MS)
    }
}

/** A new database gets the current schema and counts as fully migrated. */
const create = async (client: Client, now: Date): Promise<void> => {
  await client.query(readFileSync(SCHEMA, 'utf8'))
  const all = migrations()
  await client.query(
    'INSERT INTO migrations (number, name, applied_at, oldest_reader) SELECT number, name, $3, oldest FROM unnest($1::int[], $2::text[], $4::int[]) AS known (number, name, oldest)',
    [
      all.map(({ number }) => number),
      all.map(({ name }) => name),
      now.toISOString(),
      all.map(({ oldestReader }) => oldestReader),
    ],
  )
}

const applyOne = async (client: Client, { number, name, sql, oldestReader }: Migration, now: Date): Promise<void> => {
  const done = await client.query('SELECT 1 FROM migrations WHERE number = $1', [number])
  if (done.rows.length > 0) return
  await client.query(sql)
  await client.query('INSERT INTO migrations (number, name, applied_at) VALUES ($1, $2, $3)', [
    number,
    name,
    now.toISOString(),
  ])
  // Only migrations that are younger than the column have one.
  if (oldestReader !== null)
    await client.query('UPDATE migrations SET oldest_reader = $2 WHERE number = $1', [number, oldestReader])
}

const kyselyOn = (client: Client): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: postgresDialect(runOnClient(client)) })

const fillAndRebuild = async (client: Client): Promise<void> => {
  await afterMigrations({ db: kyselyOn(client), engine: postgresEngine })
}

/** Whether keys and index were built by another version of the text analysis. */
export const lacksAnalysis = (client: Client): Promise<boolean> => hasOtherAnalyzer(kyselyOn(client))

/** Rebuilds keys and index; does nothing if another process already has. */
export const refreshAnalysis = (client: Client): Promise<void> => transact(client, () => fillAndRebuild(client))

/**
 * Applies migrations, skipping those that another process has applied meanwhile. Those that the version which serves can work
 * with are applied one by one, so that it serves on in between; all others together, or none of them.
 */
export const applyMigrations = async (
  client: Client,
  pending: readonly Migration[],
  { now, noteWaiting }: { now: Date; noteWaiting?: NoteWaiting },
): Promise<void> => {
  const { alone, together } = splitPending(pending, await appliedMigrations(client))
  for (const migration of alone) await transact(client, () => applyOne(client, migration, now), noteWaiting)
  await transact(
    client,
    async () => {
      if (await isNew(client)) await create(client, now)
      else for (const migration of together) await applyOne(client, migration, now)
      await fillAndRebuild(client)
    },
    noteWaiting,
  )
}
