import { existsSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { Kysely } from 'kysely'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Tables } from '#store/rows.ts'
import type { CopyEndpoint } from '#store/sql/copy/copy-tables.ts'
import { inTransaction, openReadOnly, openWriter } from './connection.ts'
import { preparedDialect } from './dialect.ts'
import { sqliteEngine } from './engine.ts'
import { applyMigrations, appliedNumbers, pendingMigrations } from './migrate.ts'

const toEndpoint = (database: Database): CopyEndpoint => ({
  db: new Kysely<Tables>({ dialect: preparedDialect(database) }),
  engine: sqliteEngine,
  beginSnapshot: async () => {
    database.exec('BEGIN')
  },
  inTransaction: (work) => inTransaction(database, work),
  prepareBulkInsert: async () => {},
  // Numbers given in an insert raise the counters by themselves.
  finishBulkInsert: async () => {
    database.pragma('wal_checkpoint(TRUNCATE)')
  },
  close: async () => {
    database.close()
  },
})

/** A corpus file to copy from. Throws `not_found` where there is none, `wrong_state` for one of another schema. */
export const openSqliteSource = (path: string): CopyEndpoint => {
  if (!existsSync(path)) throw new Failure('not_found', `There is no corpus file ${path}.`)
  const database = openReadOnly(path)
  if (appliedNumbers(database).length === 0) throw new Failure('wrong_state', `${path} is no corpus file.`)
  const pending = pendingMigrations(database)
  if (pending.length === 0) return toEndpoint(database)
  database.close()
  throw new Failure(
    'wrong_state',
    `${path} is of an older schema: type "DATABASE_URL=sqlite:${path} npx longview migrate" first.`,
  )
}

/** A corpus file to copy into, created if necessary. */
export const openSqliteTarget = async (path: string, clock: Clock): Promise<CopyEndpoint> => {
  const database = openWriter(path)
  await applyMigrations(database, pendingMigrations(database), clock.now())
  return toEndpoint(database)
}
