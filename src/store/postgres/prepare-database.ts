import { DatabaseError, type Client } from 'pg'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/runtime.ts'
import { UnusableDatabase, type DatabaseFault } from '#store/sql/database-findings.ts'
import { UNFINISHED_COPY, unfinishedCopy } from '#store/sql/copy/copied-tables.ts'
import { openPooledClient, openUnlimitedClient, SESSION_SETTINGS } from './connection/connections.ts'
import { applyMigrations, lacksAnalysis, pendingMigrations, refreshAnalysis, type NoteWaiting } from './migrate.ts'

const OLDEST_MAJOR = 15

/** The variable that holds an address. */
export type Variable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

const missingPrivilege = (variable: Variable, where = ''): DatabaseFault => ({
  detail: `The user in ${variable} lacks a privilege in this database${where}`,
  remedy: 'make it the owner, or GRANT it CREATE on the schema and all privileges on its tables',
})

/** What is wrong and what to do about it, for errors that an operator may see at the first start. */
const findings = (variable: Variable): Record<string, DatabaseFault> => ({
  '28P01': {
    detail: `PostgreSQL rejects the user or password in ${variable}`,
    remedy: 'correct them there or in PostgreSQL',
  },
  '28000': {
    detail: 'PostgreSQL does not let this user connect from here',
    remedy: `correct ${variable}, or allow the connection in pg_hba.conf`,
  },
  '3D000': {
    detail: `The database named in ${variable} does not exist`,
    remedy: 'create it with createdb, or correct the name',
  },
  '42501': missingPrivilege(variable),
  '3F000': { detail: `The user in ${variable} has no schema to use`, remedy: 'create one, or set its search_path' },
  '53300': { detail: 'PostgreSQL has no free connections', remedy: 'raise max_connections, or run fewer processes' },
})

/** PostgreSQL accepts the settings of a session, PgBouncer only a few of them. */
const UNSUPPORTED_PARAMETER = '08P01'

const POOLER_MESSAGE: Record<Variable, string> = {
  DATABASE_URL:
    'for a pooler such as PgBouncer in transaction mode, set DATABASE_POOLER to transaction and DATABASE_DIRECT_URL to the address of PostgreSQL itself',
  DATABASE_DIRECT_URL: 'DATABASE_DIRECT_URL must be the address of PostgreSQL itself, not of a pooler',
}

/** Nothing takes writes at this address now: a server that does not answer, starts or stops, or a standby. */
export class AbsentPrimary extends UnusableDatabase {}

/** A server that is starting or stopping. */
const PASSING = /^57P0[1-3]$/u

/** Leaves out the address, which may contain a password. */
export const toStartFailure = (error: unknown, variable: Variable): unknown => {
  if (error instanceof Failure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof DatabaseError) {
    const unknown = {
      detail: `PostgreSQL cannot be used at the moment (${code}, ${error.message})`,
      remedy: code === UNSUPPORTED_PARAMETER ? POOLER_MESSAGE[variable] : 'see the log of PostgreSQL',
    }
    const finding = findings(variable)[code] ?? unknown
    return PASSING.test(code) ? new AbsentPrimary(finding) : new UnusableDatabase(finding)
  }
  return new AbsentPrimary({
    detail: `PostgreSQL does not respond at the address in ${variable}`,
    remedy: `start it, or correct the host and port, and check the TLS settings${code === '' ? '' : ` (${code})`}`,
  })
}

const refuseUnsuitable = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ version: number; name: string; encoding: string }>(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
      current_setting('server_encoding') AS encoding`)
  const [server] = rows
  if (server === undefined || server.version < OLDEST_MAJOR * 10_000)
    throw new UnusableDatabase({
      detail: `This is PostgreSQL ${server?.name ?? 'of an unknown version'}, but Longview needs ${OLDEST_MAJOR} or newer`,
      remedy: 'upgrade it',
    })
  if (server.encoding !== 'UTF8')
    throw new UnusableDatabase({
      detail: `This database stores text as ${server.encoding}, which cannot represent every paper`,
      remedy: "create one with ENCODING 'UTF8' TEMPLATE template0",
    })
}

/** Serving and migrating need write access; a copy can be taken from any server. */
const refuseReadOnly = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ follows: boolean; forbids: boolean }>(`
    SELECT pg_is_in_recovery() AS follows, current_setting('transaction_read_only')::boolean AS forbids`)
  if (rows[0]?.follows === true)
    throw new AbsentPrimary({
      detail: 'DATABASE_URL points to a standby, which is read-only',
      remedy: 'point it to the primary, and DATABASE_REPLICA_URL to the standby',
    })
  if (rows[0]?.forbids === true)
    throw new UnusableDatabase({
      detail: 'PostgreSQL gives this user read-only access',
      remedy: 'set default_transaction_read_only to off for the user and the database',
    })
}

/** Reports a missing privilege at the start rather than with the first paper. */
const refuseMissingPrivileges = async (client: Client, variable: Variable): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND EXISTS (
      SELECT FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS needed (right_to)
      WHERE NOT has_table_privilege(pg_class.oid, right_to))
    ORDER BY relname`)
  const [first] = rows
  if (first !== undefined) throw new UnusableDatabase(missingPrivilege(variable, ` (first missing on ${first.name})`))
}

const refuseUnfinished = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    UNFINISHED_COPY,
  ])
  if (rows[0]?.found === true) throw new UnusableDatabase(unfinishedCopy)
}

/** Throws `unavailable` unless Longview can read and write this database. */
export const refuseUnusable = async (client: Client, variable: Variable): Promise<void> => {
  await refuseUnsuitable(client)
  await refuseReadOnly(client)
  await refuseUnfinished(client)
  await refuseMissingPrivileges(client, variable)
}

type PrepareOptions = {
  migrate: boolean
  clock: Clock
  mayBeUnfinished?: boolean
  onlyReads?: boolean
  noteWaiting?: NoteWaiting
}

const prepare = async (
  client: Client,
  variable: Variable,
  { migrate, clock, mayBeUnfinished = false, onlyReads = false, noteWaiting }: PrepareOptions,
): Promise<string[]> => {
  await refuseUnsuitable(client)
  if (!onlyReads) await refuseReadOnly(client)
  if (!mayBeUnfinished) await refuseUnfinished(client)
  const pending = await pendingMigrations(client)
  const names = pending.map(({ name }) => name)
  if (names.length === 0) {
    if (onlyReads) return []
    await refuseMissingPrivileges(client, variable)
    if (await lacksAnalysis(client)) {
      if (!migrate)
        throw new Failure(
          'unavailable',
          'The search index was built by another version of Longview: run "npx longview migrate" first.',
        )
      await refreshAnalysis(client)
    }
    return []
  }
  if (!migrate)
    throw new Failure(
      'unavailable',
      `The database lacks ${names.length === 1 ? 'a migration' : `${names.length} migrations`} (${names.join(', ')}): run "npx longview migrate" first.`,
    )
  await applyMigrations(client, pending, { now: clock.now(), noteWaiting })
  return names
}

const withClient = async <T>(
  variable: Variable,
  open: () => Promise<Client>,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  let client: Client | undefined
  try {
    client = await open()
    return await work(client)
  } catch (error) {
    throw toStartFailure(error, variable)
  } finally {
    await client?.end().catch(() => {})
  }
}

const whereabouts = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ place: string }>(
    "SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), current_database()) AS place",
  )
  return rows[0]?.place ?? ''
}

/**
 * The statements that make the settings that Longview needs those of a role, as an operator types them: those that the
 * sessions behind a pooler have already are left out.
 */
const missingSettings = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('ALTER ROLE %I IN DATABASE %I SET %s = %L;', session_user, current_database(), name, wanted) AS statement
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS needed (name, wanted, place) JOIN pg_settings USING (name)
     WHERE setting <> wanted ORDER BY place`,
    [Object.keys(SESSION_SETTINGS), Object.values(SESSION_SETTINGS).map(String)],
  )
  return rows.map(({ statement }) => statement)
}

/** The same through the address of a pooler. Throws `unavailable`. */
export const missingPoolerSettings = (url: string): Promise<string[]> =>
  withClient('DATABASE_URL', () => openPooledClient(url), missingSettings)

/** @param place where the address of the server itself leads */
const checkPooler = async (client: Client, place: string): Promise<string[]> => {
  if ((await whereabouts(client)) !== place)
    throw new Failure(
      'unavailable',
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: correct the one that is wrong.',
    )
  return missingSettings(client)
}

/** What a process has to know of a corpus before it can read it. */
export type CorpusRow = { secret: Buffer; revision: number }

/** Reads it from a server that may be a standby. Throws `unavailable` if that holds no corpus of this version. */
export const readCorpusRow = (url: string, clock: Clock): Promise<CorpusRow> =>
  withClient(
    'DATABASE_URL',
    () => openUnlimitedClient(url),
    async (client) => {
      await prepare(client, 'DATABASE_URL', { migrate: false, clock, onlyReads: true })
      const { rows } = await client.query<CorpusRow>('SELECT secret, revision FROM corpus WHERE id = 1')
      const [row] = rows
      if (row === undefined) throw new Failure('unavailable', 'The database holds no corpus.')
      return row
    },
  )

export type PostgresAddress = {
  url: string
  /** Of the server itself if `url` is that of a pooler in transaction mode; otherwise null. */
  directUrl?: string | null
}

export type Prepared = {
  /** Names of the migrations that were applied. */
  migrated: string[]
  /** Statements that an operator has to run for the sessions behind a pooler. */
  settings: string[]
}

/**
 * Checks that a server and its database can be used, and applies missing migrations if `migrate` is set. Throws
 * `unavailable` with a sentence that says what is wrong and what to do.
 */
export const prepareDatabase = async (
  { url, directUrl = null }: PostgresAddress,
  given: PrepareOptions,
): Promise<Prepared> => {
  const variable = directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const { migrated, place } = await withClient(
    variable,
    () => openUnlimitedClient(directUrl ?? url),
    async (client) => ({ migrated: await prepare(client, variable, given), place: await whereabouts(client) }),
  )
  if (directUrl === null) return { migrated, settings: [] }
  const settings = await withClient(
    'DATABASE_URL',
    () => openPooledClient(url),
    (client) => checkPooler(client, place),
  )
  return { migrated, settings }
}
