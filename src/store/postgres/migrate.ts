import { readdirSync, readFileSync } from 'node:fs'
import { Kysely } from 'kysely'
import type { Client } from 'pg'
import type { Tables } from '#store/rows.ts'
import { parseMigration, selectPending, type Migration } from '#store/sql/migrations.ts'
import { hasOtherAnalyzer } from '#store/sql/search/analyzer.ts'
import { runOnClient } from './connection/connections.ts'
import { postgresDialect } from './connection/dialect.ts'
import { postgresEngine } from './engine.ts'
import { WRITE_LOCK_ID } from './connection/write-queue.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Migrations in order. */
export const migrations = (): Migration[] =>
  readdirSync(FOLDER)
    .toSorted()
    .map((file) => parseMigration(file, () => readFileSync(new URL(file, FOLDER), 'utf8')))

const appliedNumbers = async (client: Client): Promise<Set<number>> => {
  const table = await client.query<{ found: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS found")
  if (table.rows[0]?.found !== true) return new Set()
  const { rows } = await client.query<{ number: number }>('SELECT number FROM migrations')
  return new Set(rows.map(({ number }) => number))
}

/** The migrations that a database lacks. Throws `unavailable` for one that a newer Longview has migrated further. */
export const pendingMigrations = async (client: Client): Promise<Migration[]> =>
  selectPending(migrations(), await appliedNumbers(client))

/** Alone among writers and migrators; everything in it happens or nothing. */
const transact = async (client: Client, work: () => Promise<void>): Promise<void> => {
  await client.query(`BEGIN; SET LOCAL lock_timeout = '60s'; SELECT pg_advisory_xact_lock(${WRITE_LOCK_ID})`)
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

const applyOne = async (client: Client, { number, name, sql }: Migration, now: Date): Promise<void> => {
  const done = await client.query('SELECT 1 FROM migrations WHERE number = $1', [number])
  if (done.rows.length > 0) return
  await client.query(sql)
  await client.query('INSERT INTO migrations (number, name, applied_at) VALUES ($1, $2, $3)', [
    number,
    name,
    now.toISOString(),
  ])
}

const kyselyOn = (client: Client): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: postgresDialect(runOnClient(client)) })

/** Nearly every start finds nothing to do: what would do it is loaded only then. */
const fillAndRebuild = async (client: Client): Promise<void> => {
  const { afterMigrations } = await import('#store/sql/after-migrations.ts')
  await afterMigrations({ db: kyselyOn(client), engine: postgresEngine })
}

/** Whether a program that folds words in another way stored the keys and the index. */
export const lacksAnalysis = (client: Client): Promise<boolean> => hasOtherAnalyzer(kyselyOn(client))

/** Rebuilds keys and index; a process that was faster leaves nothing to do. */
export const refreshAnalysis = (client: Client): Promise<void> => transact(client, () => fillAndRebuild(client))

/** Applies all or none; another process that was faster is no error. */
export const applyMigrations = (client: Client, pending: readonly Migration[], now: Date): Promise<void> =>
  transact(client, async () => {
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at text NOT NULL)',
    )
    for (const migration of pending) await applyOne(client, migration, now)
    await fillAndRebuild(client)
  })
