import { existsSync } from 'node:fs'
import { Failure, messageOf } from '#core/failure.ts'
import { openReadOnly, makePrivateFile, inTransaction, openWriter } from './connection.ts'
import type { Database } from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Clock } from '#ports/runtime.ts'
import type { Tables } from '#store/rows.ts'
import { refuseBeyond } from '#store/sql/migrations.ts'
import type { CopyEndpoint } from '#store/sql/copy/copy-tables.ts'
import { preparedDialect, sqliteEngine } from './engine.ts'
import { applyMigrations, appliedMigrations, isBeyond, pendingMigrations } from './migrate.ts'

/** Copies the current state to a compact file while others read and write. */
export const copySqliteFile = (path: string, target: string): void => {
  if (!existsSync(path)) throw new Failure('not_found', `There is no corpus file ${path}.`)
  const database = openReadOnly(path)
  try {
    database.pragma('query_only = OFF')
    makePrivateFile(target)
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
}

/** Checks the integrity of a file. Throws `unavailable` with what is damaged. */
export const checkSqliteFile = (path: string): void => {
  if (!existsSync(path)) throw new Failure('not_found', `There is no corpus file ${path}.`)
  const database = openReadOnly(path)
  try {
    const found = database.pragma('integrity_check(5)', { simple: true }) as string
    if (found !== 'ok') throw new Failure('unavailable', `${path} is damaged: ${found}`)
    const orphans = database.pragma('foreign_key_check') as unknown[]
    if (orphans.length > 0)
      throw new Failure('unavailable', `${path} is damaged: ${orphans.length} rows reference missing rows.`)
  } catch (error) {
    if (error instanceof Failure) throw error
    const reason = messageOf(error)
    throw new Failure('unavailable', `${path} cannot be read: ${reason}.`, { cause: error })
  } finally {
    database.close()
  }
}

const toEndpoint = (database: Database): CopyEndpoint => ({
  db: new Kysely<Tables>({ dialect: preparedDialect(database) }),
  engine: sqliteEngine,
  beginSnapshot: async () => {
    database.exec('BEGIN')
  },
  inTransaction: (work) => inTransaction(database, work),
  prepareBulkInsert: async () => {},
  // Inserted numbers advance the sequences by themselves.
  finishBulkInsert: async () => {
    database.pragma('wal_checkpoint(TRUNCATE)')
  },
  close: async () => {
    database.close()
  },
})

/**
 * Opens a corpus file to copy from. Throws `not_found` if it does not exist, `wrong_state` if it has another schema.
 */
export const openSqliteSource = (path: string): CopyEndpoint => {
  if (!existsSync(path)) throw new Failure('not_found', `There is no corpus file ${path}.`)
  const database = openReadOnly(path)
  if (appliedMigrations(database).length === 0) throw new Failure('wrong_state', `${path} is not a corpus file.`)
  refuseBeyond(isBeyond(database))
  const pending = pendingMigrations(database)
  if (pending.length === 0) return toEndpoint(database)
  database.close()
  throw new Failure(
    'wrong_state',
    `${path} has an older schema: run "DATABASE_URL=sqlite:${path} npx longview migrate" first.`,
  )
}

/** Opens a corpus file to copy into, created if necessary. */
export const openSqliteTarget = async (path: string, clock: Clock): Promise<CopyEndpoint> => {
  const database = openWriter(path)
  await applyMigrations(database, pendingMigrations(database), clock.now())
  return toEndpoint(database)
}

/** Brings a copy of a corpus file to the current schema. Returns the names of the migrations that it lacked. */
export const migrateSqliteCopy = async (path: string, clock: Clock): Promise<string[]> => {
  const database = openWriter(path)
  try {
    refuseBeyond(isBeyond(database))
    const pending = pendingMigrations(database)
    await applyMigrations(database, pending, clock.now())
    return pending.map(({ name }) => name)
  } finally {
    database.close()
  }
}
