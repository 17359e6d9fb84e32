import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { CompiledQuery, QueryResult } from 'kysely'
import { Client, Pool, TypeOverrides, types, type ClientConfig, type PoolClient } from 'pg'
import type { Log } from '#ports/runtime.ts'
import { isConnectionLost, isClosedByServer, isStalePlan, translateError } from './errors.ts'

/** Runs a compiled query on a pool, one connection, or a choice of servers. */
export type RunQuery = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>

const CONNECT_TIMEOUT_MS = 3_000
export const READ_POOL_SIZE = 8
/** Transactions run one at a time; with a second connection the next can begin while the first is being returned. */
export const WRITE_POOL_SIZE = 2

/** In milliseconds. */
const TIMEOUTS = {
  statement_timeout: 5_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
}

/** Above the server's own limit: reached only if the connection dies silently. */
const QUERY_TIMEOUT_MS = TIMEOUTS.statement_timeout + 2_000

const PLANNER = {
  // Compiling a statement takes longer than running it: none of a normal day reads much.
  jit: 'off',
}

/** What each session of the pools is set to, as `pg_settings` has it. Behind a pooler these are settings of the role. */
export const SESSION_SETTINGS: Readonly<Record<string, number | string>> = { ...TIMEOUTS, ...PLANNER }

const options = Object.entries(PLANNER)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** Integers are parsed as numbers, as in SQLite: none exceeds 2^53. */
const numericTypes = (): TypeOverrides => {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.INT8, Number)
  overrides.setTypeParser(types.builtins.NUMERIC, Number)
  return overrides
}

/**
 * What stands at an address: a server, or a pooler that gives each transaction another session of a server (PgBouncer's
 * `pool_mode = transaction`). Through a pooler nothing outlasts a transaction: no setting, no named statement, no LISTEN.
 */
export type Peer = 'server' | 'pooler'

const plainConfig = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'longview',
  types: numericTypes(),
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
})

export const clientConfig = (url: string): ClientConfig => ({
  ...plainConfig(url),
  ...TIMEOUTS,
  query_timeout: QUERY_TIMEOUT_MS,
  options,
})

/** A pooler refuses settings at the start of a connection. */
const poolConfig = (url: string, peer: Peer): ClientConfig =>
  peer === 'server' ? clientConfig(url) : { ...plainConfig(url), query_timeout: QUERY_TIMEOUT_MS }

/** An unhandled `error` event would end the process. */
const logConnectionLoss =
  (log: Log, server: string) =>
  (error: Error & { code?: string }): void => {
    log.warn({ server, code: error.code, reason: error.message }, 'a connection to PostgreSQL was lost')
  }

/** A connection for short statements that tell whether a server answers. */
export const checkConfig = (url: string, peer: Peer, connectTimeoutMs: number): ClientConfig => ({
  ...poolConfig(url, peer),
  connectionTimeoutMillis: connectTimeoutMs,
})

type PoolOptions = {
  max: number
  log: Log
  server: string
  peer?: Peer
  connectTimeoutMs?: number
  /** Opens the sockets of its connections. */
  stream?: () => Socket
}

export const openPool = (
  url: string,
  { max, log, server, peer = 'server', connectTimeoutMs = CONNECT_TIMEOUT_MS, stream }: PoolOptions,
): Pool => {
  const pool = new Pool({
    ...poolConfig(url, peer),
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    ...(stream === undefined ? {} : { stream }),
  })
  pool.on('error', logConnectionLoss(log, server))
  // While a connection is checked out, its queries report the errors.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A connection for statements that take long. @param url of a server, not of a pooler */
export const openUnlimitedClient = async (url: string): Promise<Client> => {
  const client = new Client({ ...plainConfig(url), lock_timeout: TIMEOUTS.lock_timeout })
  // The next statement fails and reports it.
  client.on('error', () => {})
  await client.connect()
  // The role may have timeouts of its own.
  await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
  return client
}

/** A connection through a pooler. */
export const openPooledClient = async (url: string): Promise<Client> => {
  const client = new Client(poolConfig(url, 'pooler'))
  client.on('error', () => {})
  await client.connect()
  return client
}

export const openClient = (url: string, log: Log): Client => {
  const client = new Client(clientConfig(url))
  client.on('error', logConnectionLoss(log, 'primary'))
  return client
}

/** Statements with lists of varying length would otherwise pile up on the server. */
const MAX_STATEMENT_NAMES = 300
const statementNames = new Map<string, string>()

/** The name of a prepared statement; undefined once there are too many. */
const statementName = (text: string): string | undefined => {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= MAX_STATEMENT_NAMES) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  statementNames.set(text, name)
  return name
}

/** Runs statements on one connection; driver errors are passed on untranslated. */
export const runOnClient =
  (client: Client | PoolClient, peer: Peer = 'server'): RunQuery =>
  async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
    const name = peer === 'server' ? statementName(sql) : undefined
    const query = { text: sql, values: [...parameters] }
    const result = await client.query(name === undefined ? query : { ...query, name })
    return { rows: result.rows as Row[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

/**
 * How the statements of the next attempt are named. Another process migrated the database: the plans of every connection are
 * stale, so they are prepared anew without a name, as through a pooler. Each connection is closed when it meets its own.
 */
export const namingAfter = (error: unknown, peer: Peer): Peer => (isStalePlan(error) ? 'pooler' : peer)

/**
 * Checks a connection out and returns it, or closes it if it is broken. Throws `unavailable` if none is free in time.
 */
export const withClient = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  let client: PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    throw translateError(error)
  }
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(isConnectionLost(error) || isStalePlan(error))
    throw error
  }
}

/**
 * PostgreSQL has no NUL in text and refuses to compare with one. It is replaced by a control character that no stored
 * text contains, so that nothing is found, as in SQLite.
 */
const withoutNul = (query: CompiledQuery): CompiledQuery => ({
  ...query,
  parameters: query.parameters.map((value) =>
    typeof value === 'string' && value.includes('\u0000') ? value.replaceAll('\u0000', '\u0001') : value,
  ),
})

/** How often a read is tried: the first may meet a closed connection, the second one with a stale plan. */
const READ_ATTEMPTS = 3

/** Runs each read on a free connection of the pool; retries after a stale plan or a closed connection. */
export const readInPool =
  (pool: Pool, peer: Peer = 'server'): RunQuery =>
  async <Row>(query: CompiledQuery) => {
    let naming = peer
    for (let attempt = 1; ; attempt += 1)
      try {
        return await withClient(pool, (client) => runOnClient(client, naming)<Row>(withoutNul(query)))
      } catch (error) {
        const mayTryAgain = isStalePlan(error) || isClosedByServer(error)
        if (!mayTryAgain || attempt === READ_ATTEMPTS) throw translateError(error)
        naming = namingAfter(error, naming)
      }
  }
