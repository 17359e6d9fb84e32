import { createHash } from 'node:crypto'
import type { CompiledQuery, QueryResult } from 'kysely'
import { Client, Pool, TypeOverrides, types, type ClientConfig, type PoolClient } from 'pg'
import type { Log } from '#ports/log.ts'
import { isConnectionLost, isClosedByServer, isStalePlan, translateError } from './errors.ts'

/** Whatever answers a compiled query: a pool, one connection, or a choice of servers. */
export type RunQuery = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>

const CONNECT_TIMEOUT_MS = 3_000
export const READ_POOL_SIZE = 8
/** Transactions take turns; a second connection lets the next begin while the last is handed back. */
export const WRITE_POOL_SIZE = 2
const STATEMENT_TIMEOUT_MS = 5_000
const LOCK_TIMEOUT_MS = 5_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** Beyond the server's own limit: only a line that went dead without a word takes this long. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000

/** Whole numbers come as numbers, as from the other engine: none of ours is beyond 2^53. */
const numericTypes = (): TypeOverrides => {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.INT8, Number)
  overrides.setTypeParser(types.builtins.NUMERIC, Number)
  return overrides
}

export const clientConfig = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'longview',
  types: numericTypes(),
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  query_timeout: QUERY_TIMEOUT_MS,
})

/** A lost connection is an event of its own; unheard it would end the process. */
const logConnectionLoss =
  (log: Log, server: string) =>
  (error: Error & { code?: string }): void => {
    log.warn({ server, code: error.code, reason: error.message }, 'a connection to PostgreSQL was lost')
  }

/** The planner takes reading all of a small table for cheap, and knows nothing of the words that are stored apart. */
const PREFER_INDEXES = '-c enable_seqscan=off'

type PoolOptions = { max: number; log: Log; server: string; connectTimeoutMs?: number }

export const openPool = (url: string, { max, log, server, connectTimeoutMs }: PoolOptions): Pool => {
  const connectionTimeoutMillis = connectTimeoutMs ?? CONNECT_TIMEOUT_MS
  const pool = new Pool({
    ...clientConfig(url),
    options: PREFER_INDEXES,
    max,
    connectionTimeoutMillis,
    idleTimeoutMillis: 30_000,
  })
  pool.on('error', logConnectionLoss(log, server))
  // While a connection is lent out, its errors are its own.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const openClient = (url: string, log: Log): Client => {
  const client = new Client(clientConfig(url))
  client.on('error', logConnectionLoss(log, 'primary'))
  return client
}

/** Texts with lists of varying length would otherwise pile up on the server. */
const MAX_STATEMENT_NAMES = 300
const statementNames = new Map<string, string>()

/** The name under which a statement stays prepared on its connection. */
const statementName = (text: string): string | undefined => {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= MAX_STATEMENT_NAMES) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  statementNames.set(text, name)
  return name
}

/** Runs statements on one connection. Errors come as the engine gave them. */
export const runOnClient =
  (client: Client | PoolClient): RunQuery =>
  async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
    const name = statementName(sql)
    const query = { text: sql, values: [...parameters] }
    const result = await client.query(name === undefined ? query : { ...query, name })
    return { rows: result.rows as Row[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

/** Lends a connection out and takes it back, or ends it when it is broken. Throws `unavailable` when none is free in time. */
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
 * PostgreSQL has no NUL and refuses to compare with one. No stored text holds the control character that takes
 * its place here, so what is looked for is not found, as on the other engine.
 */
const withoutNul = (query: CompiledQuery): CompiledQuery => ({
  ...query,
  parameters: query.parameters.map((value) =>
    typeof value === 'string' && value.includes('\u0000') ? value.replaceAll('\u0000', '\u0001') : value,
  ),
})

/** Runs each read on a free connection of the pool. */
export const readInPool =
  (pool: Pool): RunQuery =>
  async <Row>(query: CompiledQuery) => {
    const once = () => withClient(pool, (client) => runOnClient(client)<Row>(withoutNul(query)))
    try {
      return await once()
    } catch (error) {
      // Another process migrated: a new connection prepares the statement anew.
      if (!isStalePlan(error) && !isClosedByServer(error)) throw translateError(error)
    }
    try {
      return await once()
    } catch (error) {
      throw translateError(error)
    }
  }
