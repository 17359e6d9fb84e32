import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { messageOf } from '#core/failure.ts'
import {
  namedObjects,
  UnusableDatabase,
  type DatabaseFindings,
  type DatabaseFault,
} from '#store/sql/database-findings.ts'
import { clientConfig } from './connection/connections.ts'
import { pendingNames } from '#store/sql/migrations.ts'
import { appliedMigrations, migrations } from './migrate.ts'
import {
  missingPoolerSettings,
  refuseUnusable,
  toStartFailure,
  type PostgresAddress,
  type Variable,
} from './prepare-database.ts'

const SCHEMA = new URL('./schema.sql', import.meta.url)

/** Settings of the server that have to be like this, and what another value means. */
const SETTINGS: Record<string, { expected: readonly string[]; otherwise: string }> = {
  fsync: { expected: ['on'], otherwise: 'a power failure can destroy the database' },
  full_page_writes: { expected: ['on'], otherwise: 'a power failure can destroy the database' },
  synchronous_commit: {
    expected: ['on', 'local', 'remote_write', 'remote_apply'],
    otherwise: 'what was reported as stored can be lost in a crash',
  },
  autovacuum: { expected: ['on'], otherwise: 'tables and indexes grow without bound' },
}

const settingsOf = async (client: Client): Promise<DatabaseFault[]> => {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(SETTINGS)],
  )
  return rows.flatMap(({ name, setting }) => {
    const { expected = [], otherwise = '' } = SETTINGS[name] ?? {}
    return expected.includes(setting)
      ? []
      : [{ detail: `${name} is ${setting}, so ${otherwise}`, remedy: `set it to ${expected[0]}` }]
  })
}

const presentNames = async (client: Client): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class LEFT JOIN pg_index ON indexrelid = pg_class.oid
    WHERE relnamespace = current_schema()::regnamespace AND coalesce(indisvalid, true)
    UNION ALL SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = current_schema()::regnamespace AND tgenabled <> 'D'`)
  return new Set(rows.map(({ name }) => name))
}

const faultOf = async (client: Client, variable: Variable): Promise<DatabaseFault | null> => {
  try {
    await refuseUnusable(client, variable)
    return null
  } catch (error) {
    if (error instanceof UnusableDatabase) return error.finding
    throw error
  }
}

type Server = { version: string; now: Date; bytes: number }

const examine = async (client: Client, variable: Variable): Promise<DatabaseFindings> => {
  const asked = Date.now()
  const { rows } = await client.query<Server>(`
    SELECT current_setting('server_version') AS version, clock_timestamp() AS now,
      pg_database_size(current_database()) AS bytes`)
  const { version = '', now = new Date(), bytes = null } = rows[0] ?? {}
  const found = {
    server: `PostgreSQL ${version}`,
    bytes,
    // The answer was made between our two readings.
    clockAheadMs: now.getTime() - (asked + Date.now()) / 2,
    settings: await settingsOf(client),
  }
  const fault = await faultOf(client, variable)
  if (fault !== null) return { ...found, fault, pending: [], missing: [] }
  const pending = pendingNames(migrations(), await appliedMigrations(client))
  const present = await presentNames(client)
  const wanted = pending?.length === 0 ? namedObjects(readFileSync(SCHEMA, 'utf8')) : []
  return { ...found, fault: null, pending, missing: wanted.filter((name) => !present.has(name)) }
}

/** Sessions behind a pooler have the settings of their role. */
const examinePooler = async (url: string): Promise<DatabaseFault[]> =>
  (await missingPoolerSettings(url)).map((statement) => ({
    detail: 'The role of DATABASE_URL lacks a setting',
    remedy: `run ${statement.replace(/;$/u, '')}`,
  }))

/** Examines a database without changing it, also behind a pooler. */
export const examinePostgres = async ({ url, directUrl = null }: PostgresAddress): Promise<DatabaseFindings> => {
  const variable = directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const client = new Client(clientConfig(directUrl ?? url))
  client.on('error', () => {})
  try {
    await client.connect()
    const found = await examine(client, variable)
    const behindPooler = directUrl === null ? [] : await examinePooler(url)
    return { ...found, settings: [...found.settings, ...behindPooler] }
  } catch (error) {
    const failure = toStartFailure(error, variable)
    const unknown = { detail: messageOf(failure), remedy: 'see the log of PostgreSQL' }
    const fault = failure instanceof UnusableDatabase ? failure.finding : unknown
    return { server: 'PostgreSQL', bytes: null, fault, settings: [], pending: [], missing: [], clockAheadMs: null }
  } finally {
    await client.end().catch(() => {})
  }
}
