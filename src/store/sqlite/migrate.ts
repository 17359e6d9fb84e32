import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Tables } from '#store/rows.ts'
import { afterMigrations } from '#store/sql/after-migrations.ts'
import {
  migrationsBeyond,
  parseMigration,
  selectPending,
  type AppliedMigration,
  type Migration,
} from '#store/sql/migrations.ts'
import { hasOtherAnalyzer } from '#store/sql/search/rebuild.ts'
import { inTransaction } from './connection.ts'
import { preparedDialect, sqliteEngine } from './engine.ts'

const SCHEMA = new URL('./schema.sql', import.meta.url)
const FOLDER = new URL('./migrations/', import.meta.url)

/** Migrations in order. */
export const migrations = (): Migration[] =>
  readdirSync(FOLDER)
    .toSorted()
    .map((file) => parseMigration(file, () => readFileSync(new URL(file, FOLDER), 'utf8')))

const isNew = (database: Database): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() === undefined

/** The applied migrations; empty if it is not a corpus yet. */
export const appliedMigrations = (database: Database): AppliedMigration[] =>
  isNew(database) ? [] : (database.prepare('SELECT * FROM migrations').all() as AppliedMigration[])

/** The migrations that a database lacks. Throws `unavailable` if a newer Longview has migrated it too far. */
export const pendingMigrations = (database: Database): Migration[] =>
  selectPending(migrations(), appliedMigrations(database))

/** Whether a newer version has migrated a database: it may hold what this version does not know. */
export const isBeyond = (database: Database): boolean =>
  migrationsBeyond(migrations(), appliedMigrations(database)).length > 0

const record = (database: Database, { number, name, oldestReader }: Migration, now: Date): void => {
  database
    .prepare('INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)')
    .run(number, name, now.toISOString())
  // Only migrations that are younger than the column have one.
  if (oldestReader !== null)
    database.prepare('UPDATE migrations SET oldest_reader = ? WHERE number = ?').run(oldestReader, number)
}

/** A new database gets the current schema and counts as fully migrated. */
const create = (database: Database, now: Date): Migration[] => {
  database.exec(readFileSync(SCHEMA, 'utf8'))
  const all = migrations()
  for (const migration of all) record(database, migration, now)
  return all
}

const applyOne = (database: Database, migration: Migration, now: Date): boolean => {
  const done = database.prepare('SELECT 1 FROM migrations WHERE number = ?').get(migration.number)
  if (done !== undefined) return false
  database.exec(migration.sql)
  record(database, migration, now)
  return true
}

const kyselyOn = (database: Database): Kysely<Tables> => new Kysely<Tables>({ dialect: preparedDialect(database) })

const fillAndRebuild = async (database: Database): Promise<void> => {
  await afterMigrations({ db: kyselyOn(database), engine: sqliteEngine })
}

/** Rebuilds keys and index if another version of the text analysis built them. */
export const refreshAnalysis = async (database: Database): Promise<void> => {
  if (!(await hasOtherAnalyzer(kyselyOn(database)))) return
  await inTransaction(database, () => fillAndRebuild(database))
}

/** How long to wait for another process that is migrating a large corpus. */
const MIGRATION_LOCK_TIMEOUT_MS = 60_000

/** Applies all or none and returns those applied, without those that another process has applied meanwhile. */
export const applyMigrations = async (
  database: Database,
  pending: readonly Migration[],
  now: Date,
): Promise<Migration[]> => {
  if (pending.length === 0) return []
  database.pragma(`busy_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`)
  return inTransaction(database, async () => {
    const applied = isNew(database)
      ? create(database, now)
      : pending.filter((migration) => applyOne(database, migration, now))
    if (applied.length > 0) await fillAndRebuild(database)
    return applied
  })
}
