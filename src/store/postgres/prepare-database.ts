import { Client, DatabaseError } from 'pg'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import { UNFINISHED_COPY, unfinishedCopyMessage } from '#store/sql/copy/copied-tables.ts'
import { clientConfig } from './connection/connections.ts'
import { applyMigrations, lacksAnalysis, pendingMigrations, refreshAnalysis } from './migrate.ts'

const OLDEST_MAJOR = 15

const MISSING_PRIVILEGE_MESSAGE =
  'The user of DATABASE_URL lacks a right in this database: make it the owner, or GRANT it CREATE on the schema and all rights on its tables'

/** What is wrong and what to do, for everything that an operator may meet at the first start. */
const MESSAGES: Record<string, string> = {
  '28P01': 'PostgreSQL refuses the user or the password of DATABASE_URL: correct them there or set them in PostgreSQL.',
  '28000': 'PostgreSQL lets this user not in from here: correct DATABASE_URL, or allow it in pg_hba.conf.',
  '3D000': 'The database that DATABASE_URL names does not exist: create it with createdb, or correct the name.',
  '42501': `${MISSING_PRIVILEGE_MESSAGE}.`,
  '3F000': 'The user of DATABASE_URL has no schema to work in: create one, or set its search_path.',
  '53300': 'PostgreSQL has no connection left: raise max_connections, or run fewer processes.',
}

const UNREACHABLE_MESSAGE =
  'No PostgreSQL answers where DATABASE_URL points: start it, or correct host and port, and look at TLS settings'

/** The reason without the address: that may hold a password. */
const toStartFailure = (error: unknown): unknown => {
  if (error instanceof Failure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof DatabaseError) {
    const sentence = MESSAGES[code] ?? `PostgreSQL cannot be used now (${code}): ${error.message}.`
    return new Failure('unavailable', sentence)
  }
  return new Failure('unavailable', `${UNREACHABLE_MESSAGE}${code === '' ? '' : ` (${code})`}.`)
}

const refuseUnsuitable = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ version: number; name: string; encoding: string }>(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
      current_setting('server_encoding') AS encoding`)
  const [server] = rows
  if (server === undefined || server.version < OLDEST_MAJOR * 10_000)
    throw new Failure(
      'unavailable',
      `This is PostgreSQL ${server?.name ?? 'of an unknown version'}, and Longview needs ${OLDEST_MAJOR} or newer: upgrade it.`,
    )
  if (server.encoding !== 'UTF8')
    throw new Failure(
      'unavailable',
      `This database stores text as ${server.encoding}, which cannot hold every paper: create one with ENCODING 'UTF8' TEMPLATE template0.`,
    )
}

/** Whoever serves or migrates also writes; a copy is taken from any server. */
const refuseReadOnly = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ follows: boolean; forbids: boolean }>(`
    SELECT pg_is_in_recovery() AS follows, current_setting('transaction_read_only')::boolean AS forbids`)
  if (rows[0]?.follows === true)
    throw new Failure(
      'unavailable',
      'DATABASE_URL points to a standby, which only reads: point it to the primary, and DATABASE_REPLICA_URL to the standby.',
    )
  if (rows[0]?.forbids === true)
    throw new Failure(
      'unavailable',
      'PostgreSQL lets this user only read here: set default_transaction_read_only to off for the user and the database.',
    )
}

/** A right that is missing shows at the start, not with the first paper. */
const refuseMissingPrivileges = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND EXISTS (
      SELECT FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS needed (right_to)
      WHERE NOT has_table_privilege(pg_class.oid, right_to))
    ORDER BY relname`)
  const [first] = rows
  if (first !== undefined)
    throw new Failure('unavailable', `${MISSING_PRIVILEGE_MESSAGE} (first missing on ${first.name}).`)
}

const refuseUnfinished = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    UNFINISHED_COPY,
  ])
  if (rows[0]?.found === true) throw new Failure('unavailable', unfinishedCopyMessage)
}

type PrepareOptions = { migrate: boolean; clock: Clock; mayBeUnfinished?: boolean; onlyReads?: boolean }

const prepare = async (
  client: Client,
  { migrate, clock, mayBeUnfinished = false, onlyReads = false }: PrepareOptions,
): Promise<string[]> => {
  await client.connect()
  await refuseUnsuitable(client)
  if (!onlyReads) await refuseReadOnly(client)
  if (!mayBeUnfinished) await refuseUnfinished(client)
  const pending = await pendingMigrations(client)
  const names = pending.map(({ name }) => name)
  if (names.length === 0) {
    if (onlyReads) return []
    await refuseMissingPrivileges(client)
    if (await lacksAnalysis(client)) {
      if (!migrate)
        throw new Failure(
          'unavailable',
          'The search index was made by another version of Longview: type "npx longview migrate" first.',
        )
      await refreshAnalysis(client)
    }
    return []
  }
  if (!migrate)
    throw new Failure(
      'unavailable',
      `The database lacks ${names.length === 1 ? 'a step' : `${names.length} steps`} of its schema (${names.join(', ')}): type "npx longview migrate" first.`,
    )
  await applyMigrations(client, pending, clock.now())
  return names
}

/**
 * Checks whether a server and its database can be used, and applies missing migrations if `migrate` is set; returns their
 * names. Throws `unavailable` with one sentence that says what is wrong and what to do.
 */
export const prepareDatabase = async (url: string, given: PrepareOptions): Promise<string[]> => {
  let client: Client | undefined
  try {
    // A migration may take long on a large corpus.
    const unlimited = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 }
    client = new Client({ ...clientConfig(url), ...unlimited })
    client.on('error', () => {})
    return await prepare(client, given)
  } catch (error) {
    throw toStartFailure(error)
  } finally {
    await client?.end().catch(() => {})
  }
}
