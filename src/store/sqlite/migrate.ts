import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Tables } from '#store/rows.ts'
import { parseMigration, selectPending, type Migration } from '#store/sql/migrations.ts'
import { hasOtherAnalyzer } from '#store/sql/search/analyzer.ts'
import { inTransaction } from './connection.ts'
import { preparedDialect } from './dialect.ts'
import { sqliteEngine } from './engine.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Migrations in order. */
export const migrations = (): Migration[] =>
  readdirSync(FOLDER)
    .toSorted()
    .map((file) => parseMigration(file, () => readFileSync(new URL(file, FOLDER), 'utf8')))

/** Numbers of the migrations that a database has; none for one that is not a corpus yet. */
export const appliedNumbers = (database: Database): number[] => {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get()
  return table === undefined ? [] : (database.prepare('SELECT number FROM migrations').pluck().all() as number[])
}

/** The migrations that a database lacks. Throws `unavailable` for one that a newer Longview has migrated further. */
export const pendingMigrations = (database: Database): Migration[] =>
  selectPending(migrations(), new Set(appliedNumbers(database)))

const applyOne = (database: Database, { number, name, sql }: Migration, now: Date): boolean => {
  const done = database.prepare('SELECT 1 FROM migrations WHERE number = ?').get(number)
  if (done !== undefined) return false
  database.exec(sql)
  database
    .prepare('INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)')
    .run(number, name, now.toISOString())
  return true
}

const kyselyOn = (database: Database): Kysely<Tables> => new Kysely<Tables>({ dialect: preparedDialect(database) })

/** Nearly every start finds nothing to do: what would do it is loaded only then. */
const fillAndRebuild = async (database: Database): Promise<void> => {
  const { afterMigrations } = await import('#store/sql/after-migrations.ts')
  await afterMigrations({ db: kyselyOn(database), engine: sqliteEngine })
}

/** Rebuilds keys and index that a program with another way of folding words stored. */
export const refreshAnalysis = async (database: Database): Promise<void> => {
  if (!(await hasOtherAnalyzer(kyselyOn(database)))) return
  await inTransaction(database, () => fillAndRebuild(database))
}

/** Another process that migrates a large corpus is waited for this long. */
const MIGRATION_LOCK_TIMEOUT_MS = 60_000

/** Applies all or none, and returns those it applied: another process may have been faster. */
export const applyMigrations = async (
  database: Database,
  pending: readonly Migration[],
  now: Date,
): Promise<Migration[]> => {
  if (pending.length === 0) return []
  database.pragma(`busy_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`)
  return inTransaction(database, async () => {
    database.exec(
      'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
    )
    const applied = pending.filter((migration) => applyOne(database, migration, now))
    if (applied.length > 0) await fillAndRebuild(database)
    return applied
  })
}
