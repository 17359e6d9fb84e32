import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { Failure } from '#core/failure.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

export type Migration = { number: number; name: string; sql: string }

/** Migrations in order; a file is named `0001-papers.sql`. */
export const migrations = (): Migration[] =>
  readdirSync(FOLDER)
    .toSorted()
    .map((file) => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(5, -'.sql'.length),
      sql: readFileSync(new URL(file, FOLDER), 'utf8'),
    }))

const appliedNumbers = (database: Database): Set<number> => {
  database.exec(
    'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  )
  return new Set(database.prepare('SELECT number FROM migrations').pluck().all() as number[])
}

/** What a database still lacks. Throws `unavailable` for one that a newer Longview has migrated further. */
export const pendingMigrations = (database: Database): Migration[] => {
  const known = migrations()
  const applied = appliedNumbers(database)
  const newest = known.at(-1)?.number ?? 0
  const beyond = [...applied].find((number) => number > newest)
  if (beyond !== undefined)
    throw new Failure(
      'unavailable',
      `The database was migrated to step ${beyond} by a newer Longview, and this one knows ${newest} steps: start the newer version, or restore a backup made before.`,
    )
  return known.filter(({ number }) => !applied.has(number))
}

/** Applies each in a transaction of its own and returns those it applied: another process may have been faster. */
export const applyMigrations = (database: Database, pending: readonly Migration[], now: Date): Migration[] => {
  const applyOne = database.transaction(({ number, name, sql }: Migration): boolean => {
    const done = database.prepare('SELECT 1 FROM migrations WHERE number = ?').get(number)
    if (done !== undefined) return false
    database.exec(sql)
    database
      .prepare('INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)')
      .run(number, name, now.toISOString())
    return true
  })
  return pending.filter((migration) => applyOne.immediate(migration))
}
