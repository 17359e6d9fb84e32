import Database from 'better-sqlite3'
import { migrations } from '#store/sqlite/migrate.ts'
import { openWriter } from '#store/sqlite/connection.ts'
import { remove } from './corpora.ts'

/** One call of the driver: a statement with its values, or a command like COMMIT. */
export type Write = { sql: string; values?: unknown[]; givesRows?: boolean }

type Runner = (this: Database.Statement, ...values: unknown[]) => unknown
const statements = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as Record<'run' | 'all', Runner>
const databases = Database.prototype as { exec: (this: Database.Database, sql: string) => Database.Database }

/** Records every write that goes through the driver during the work, transaction by transaction. */
export const noteWrites = async (work: () => Promise<unknown>): Promise<Write[]> => {
  const writes: Write[] = []
  const { run, all } = statements
  const { exec } = databases
  const recording = (original: Runner, givesRows: boolean): Runner =>
    function note(...values) {
      if (!this.readonly) writes.push({ sql: this.source, values, givesRows })
      return original.apply(this, values)
    }
  statements.run = recording(run, false)
  statements.all = recording(all, true)
  databases.exec = function note(sql) {
    writes.push({ sql })
    return exec.call(this, sql)
  }
  try {
    await work()
  } finally {
    Object.assign(statements, { run, all })
    databases.exec = exec
  }
  return writes
}

/** Repeats the same writes in the same transactions on the bare engine; returns the seconds that takes. */
export const bareIngest = (path: string, writes: readonly Write[]): number => {
  remove(path)
  const database = openWriter(path, { isBulk: true })
  for (const { sql } of migrations()) database.exec(sql)
  const prepared = new Map<string, Database.Statement>()
  const begun = performance.now()
  for (const { sql, values, givesRows } of writes) {
    if (values === undefined) {
      database.exec(sql)
      continue
    }
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    if (givesRows === true) statement.all(...values)
    else statement.run(...values)
  }
  const seconds = (performance.now() - begun) / 1_000
  database.close()
  remove(path)
  return seconds
}
