import Database, { type Statement } from 'better-sqlite3'
import type { Ending } from './temporary.ts'

/** A statement that was run: its text, what it was given, and how many rows it gave. */
export type Asked = { sql: string; parameters: unknown[]; rows: number }

/** Notes each read of SQLite by statements that this process prepares from now on. */
export const watchStatements = (t: Ending): Asked[] => {
  const asked: Asked[] = []
  const prepare = Reflect.get(Database.prototype, 'prepare') as (this: Database.Database, sql: string) => Statement
  const watched = function watched(this: Database.Database, sql: string): Statement {
    const statement = prepare.call(this, sql)
    const all = statement.all.bind(statement)
    statement.all = (...parameters) => {
      const rows = all(...parameters)
      asked.push({ sql, parameters, rows: rows.length })
      return rows
    }
    return statement
  }
  Object.assign(Database.prototype, { prepare: watched })
  t.after(async () => void Object.assign(Database.prototype, { prepare }))
  return asked
}

/** How SQLite would go about each of them, one line a step. */
export const plansOf = (database: Database.Database, asked: readonly Asked[]): string[] =>
  asked.map(({ sql, parameters }) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map((step) => (step as { detail: string }).detail)
      .join('\n'),
  )
