import Database, { type Statement } from 'better-sqlite3'
import type { Ending } from '../files.ts'

type Prepared = { source: string }
type Method = (this: Prepared, ...parameters: unknown[]) => unknown

/** The SQL of every statement that SQLite runs in this process from now on, in order. */
export const recordStatements = (t: Ending): string[] => {
  const probe = new Database(':memory:')
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Record<'all' | 'run', Method>
  probe.close()
  const recorded: string[] = []
  for (const name of ['all', 'run'] as const) {
    const original = prototype[name]
    prototype[name] = function (...parameters) {
      recorded.push(this.source)
      return original.apply(this, parameters)
    }
    t.after(async () => {
      prototype[name] = original
    })
  }
  return recorded
}

/** A statement that was run: its text, its parameters, and the number of rows it returned. */
export type WatchedStatement = { sql: string; parameters: unknown[]; rows: number }

/** Records each read of SQLite by statements that this process prepares from now on. */
export const watchStatements = (t: Ending): WatchedStatement[] => {
  const statements: WatchedStatement[] = []
  const prepare = Reflect.get(Database.prototype, 'prepare') as (this: Database.Database, sql: string) => Statement
  const watched = function watched(this: Database.Database, sql: string): Statement {
    const statement = prepare.call(this, sql)
    const all = statement.all.bind(statement)
    statement.all = (...parameters) => {
      const rows = all(...parameters)
      statements.push({ sql, parameters, rows: rows.length })
      return rows
    }
    return statement
  }
  Object.assign(Database.prototype, { prepare: watched })
  t.after(async () => void Object.assign(Database.prototype, { prepare }))
  return statements
}

/** How SQLite would go about each of them, one line a step. */
export const plansOf = (database: Database.Database, statements: readonly WatchedStatement[]): string[] =>
  statements.map(({ sql, parameters }) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map((step) => (step as { detail: string }).detail)
      .join('\n'),
  )
