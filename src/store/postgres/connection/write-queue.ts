import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient, QueryConfig } from 'pg'
import { Failure } from '#core/failure.ts'
import { namingAfter, runOnClient, withClient, type Peer, type RunQuery } from './connections.ts'
import {
  isClosedByServer,
  isConnectionLost,
  isSerializationFailure,
  isStalePlan,
  ThrownByWork,
  translateError,
  unavailableFailure,
} from './errors.ts'

/** The advisory lock that a writer holds until it commits: `long` in ASCII. */
export const WRITE_LOCK_ID = 0x6c6f6e67

/** As long as an HTTP request should wait until its transaction begins. */
const MAX_WAIT_MS = 5_000
/** What the server itself is given to say that the lock was not free. */
const ANSWERS_WITHIN_MS = 1_000
const MAX_ATTEMPTS = 3

/** A failed transaction ends in a rollback even when COMMIT is sent. */
const commit = async (client: PoolClient): Promise<void> => {
  const { command } = await client.query('COMMIT')
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command} instead of COMMIT.`)
}

/**
 * Runs the work of a transaction. An error that no statement threw comes from the work itself and is passed on as it
 * is.
 */
const doWork = async <T>(run: RunQuery, work: (run: RunQuery) => Promise<T>): Promise<T> => {
  const failed = new Set<unknown>()
  try {
    return await work(async (query) => {
      try {
        return await run(query)
      } catch (error) {
        failed.add(error)
        throw error
      }
    })
  } catch (error) {
    throw failed.has(error) ? error : new ThrownByWork('thrown by the work', { cause: error })
  }
}

/** Where transactions run, and until when they may begin. */
type Writing = { pool: Pool; peer: Peer; givesUpAt: number }

/** A server that is silent, and a pooler that has no server, do not say that they are. */
const beginWithin = (ms: number): QueryConfig & { query_timeout: number } => ({
  text: `BEGIN; SELECT pg_advisory_xact_lock(${WRITE_LOCK_ID})`,
  query_timeout: Math.ceil(ms),
})

const inTransaction = <T>({ pool, peer, givesUpAt }: Writing, work: (run: RunQuery) => Promise<T>): Promise<T> =>
  withClient(pool, async (client) => {
    const left = givesUpAt - performance.now()
    // The connection is good.
    if (left <= 0) throw new ThrownByWork('too late to begin', { cause: unavailableFailure(undefined) })
    try {
      await client.query(beginWithin(left + ANSWERS_WITHIN_MS))
      const result = await doWork(runOnClient(client, peer), work)
      await commit(client)
      return result
    } catch (error) {
      // If the connection is lost the pool drops it, and the server rolls back. To ask a silent one would take as long again.
      if (!isConnectionLost(error)) await client.query('ROLLBACK').catch(() => {})
      throw error
    }
  })

const withRetries = async <T>(writing: Writing, work: (run: RunQuery) => Promise<T>): Promise<T> => {
  let { peer } = writing
  for (let runs = 1; ; runs += 1) {
    let hasBegun = false
    try {
      return await inTransaction({ ...writing, peer }, (run) => {
        hasBegun = true
        return work(run)
      })
    } catch (error) {
      const mayRunAgain = isSerializationFailure(error) || isStalePlan(error) || (!hasBegun && isClosedByServer(error))
      if (!mayRunAgain || runs === MAX_ATTEMPTS) throw error
      peer = namingAfter(error, peer)
      await pause(runs * 20 * Math.random())
    }
  }
}

/** Rejects after a time, unless it is told before that it need not. */
const limitOf = (ms: number) => {
  const { promise, reject } = Promise.withResolvers<never>()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    reject(unavailableFailure(undefined))
  }, ms)
  return { promise, isOver: () => isOver, end: () => clearTimeout(timer) }
}

/**
 * Runs one transaction at a time: they queue within the process, and an advisory lock serialises processes and hosts. A
 * transaction therefore sees everything committed before it, and checks before a write hold without row locks. One that has not
 * begun in time is refused, however long the one before it takes.
 */
export const writeQueue = (pool: Pool, peer: Peer = 'server') => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: (run: RunQuery) => Promise<T>): Promise<T> => {
    const givesUpAt = performance.now() + MAX_WAIT_MS
    const limit = limitOf(MAX_WAIT_MS)
    const run = last.then(() => {
      limit.end()
      if (pool.ending) throw new Failure('unavailable', 'The server is stopping.', { retryAfter: 5 })
      if (limit.isOver()) throw unavailableFailure(undefined)
      return withRetries({ pool, peer, givesUpAt }, work)
    })
    last = run.catch(() => {})
    return Promise.race([run, limit.promise]).catch((error: unknown) => {
      throw translateError(error)
    })
  }
}
