import type { CopyEndpoint } from '#store/sql/copy/copy-tables.ts'
import { openSqliteSource, openSqliteTarget } from '#store/sqlite/copy-endpoint.ts'
import type { Database } from '#config.ts'
import { systemClock } from '#system-clock.ts'

const openPostgres = async (url: string, migrate: boolean): Promise<CopyEndpoint> => {
  const { openPostgresEndpoint } = await import('#store/postgres/copy-endpoint.ts')
  return openPostgresEndpoint(url, { migrate, clock: systemClock })
}

/** A database to be read whole. */
export const openSource = (database: Database): Promise<CopyEndpoint> | CopyEndpoint =>
  database.engine === 'sqlite' ? openSqliteSource(database.path) : openPostgres(database.url, false)

/** A database to be filled; it is made and migrated. */
export const openTarget = (database: Database): Promise<CopyEndpoint> =>
  database.engine === 'sqlite' ? openSqliteTarget(database.path, systemClock) : openPostgres(database.url, true)
