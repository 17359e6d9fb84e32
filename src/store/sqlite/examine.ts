import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { messageOf } from '#core/failure.ts'
import { UNFINISHED_COPY, unfinishedCopy } from '#store/sql/copy/copied-tables.ts'
import { namedObjects, type DatabaseFindings, type DatabaseFault } from '#store/sql/database-findings.ts'
import { openReadOnly } from './connection.ts'
import { pendingNames } from '#store/sql/migrations.ts'
import { appliedMigrations, migrations } from './migrate.ts'

const SCHEMA = new URL('./schema.sql', import.meta.url)

const named = (database: Database): Set<string> =>
  new Set(database.prepare('SELECT name FROM sqlite_schema').pluck().all() as string[])

const faultOf = (database: Database): DatabaseFault | null => {
  const damage = database.pragma('quick_check(3)', { simple: true }) as string
  if (damage !== 'ok') return { detail: `The file is damaged (${damage})`, remedy: 'restore the latest backup' }
  if (named(database).has(UNFINISHED_COPY)) return unfinishedCopy
  return appliedMigrations(database).length === 0
    ? { detail: 'The file is no corpus of Longview', remedy: 'correct DATABASE_URL' }
    : null
}

const settingsOf = (database: Database): DatabaseFault[] => {
  const mode = database.pragma('journal_mode', { simple: true })
  return mode === 'wal'
    ? []
    : [{ detail: `The journal mode is ${String(mode)}, not WAL`, remedy: 'start the server once, which sets it' }]
}

/** Examines a corpus file without changing it; null if there is none yet. */
export const examineSqlite = (path: string): DatabaseFindings | null => {
  if (!existsSync(path)) return null
  const found = { server: `SQLite, ${path}`, bytes: statSync(path).size, clockAheadMs: null }
  const nothing = { settings: [], pending: [], missing: [] }
  let database: Database | undefined
  try {
    database = openReadOnly(path)
    const fault = faultOf(database)
    if (fault !== null) return { ...found, ...nothing, fault }
    const pending = pendingNames(migrations(), appliedMigrations(database))
    const present = named(database)
    const isCurrent = pending?.length === 0
    const missing = isCurrent ? namedObjects(readFileSync(SCHEMA, 'utf8')).filter((name) => !present.has(name)) : []
    return { ...found, fault: null, settings: settingsOf(database), pending, missing }
  } catch (error) {
    const fault = { detail: `The file cannot be read (${messageOf(error)})`, remedy: 'check its permissions' }
    return { ...found, ...nothing, fault }
  } finally {
    database?.close()
  }
}
