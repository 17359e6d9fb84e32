import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { Failure } from '#core/failure.ts'
import { runOnClient, withClient, type RunQuery } from './connections.ts'
import { isClosedByServer, isSerializationFailure, ThrownByWork, translateError, unavailableFailure } from './errors.ts'

/** The advisory lock that whoever writes holds until the commit: `long` in ASCII. */
export const WRITE_LOCK_ID = 0x6c6f6e67

const MAX_WAIT_MS = 5_000
const MAX_ATTEMPTS = 3

/** A failed transaction ends in a rollback even when COMMIT is sent. */
const commit = async (client: PoolClient): Promise<void> => {
  const { command } = await client.query('COMMIT')
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command} instead of COMMIT.`)
}

/** Does the work on a connection. What no statement threw is a decision or a defect of the work, and stays what it is. */
const doWork = async <T>(client: PoolClient, work: (run: RunQuery) => Promise<T>): Promise<T> => {
  const failed = new Set<unknown>()
  const run = runOnClient(client)
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

const inTransaction = <T>(pool: Pool, work: (run: RunQuery) => Promise<T>): Promise<T> =>
  withClient(pool, async (client) => {
    try {
      await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${WRITE_LOCK_ID})`)
      const result = await doWork(client, work)
      await commit(client)
      return result
    } catch (error) {
      // Fails when the connection is lost; the server has rolled back then, and the pool drops the connection.
      await client.query('ROLLBACK').catch(() => {})
      throw error
    }
  })

const withRetries = async <T>(pool: Pool, work: (run: RunQuery) => Promise<T>): Promise<T> => {
  for (let runs = 1; ; runs += 1) {
    let hasBegun = false
    try {
      return await inTransaction(pool, (run) => {
        hasBegun = true
        return work(run)
      })
    } catch (error) {
      const mayRunAgain = isSerializationFailure(error) || (!hasBegun && isClosedByServer(error))
      if (!mayRunAgain || runs === MAX_ATTEMPTS) throw error
      await pause(runs * 20 * Math.random())
    }
  }
}

/**
 * One transaction at a time: within the process they queue, between processes and hosts one advisory lock passes
 * from commit to commit. Statements of a transaction so see all that was committed before it, and rules that look
 * before they write hold without a lock on every row.
 */
export const writeQueue = (pool: Pool) => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: (run: RunQuery) => Promise<T>): Promise<T> => {
    const requestedAt = performance.now()
    const turn = last.then(() => {
      if (pool.ending) throw new Failure('unavailable', 'The server is stopping.', { retryAfter: 5 })
      if (performance.now() - requestedAt > MAX_WAIT_MS) throw unavailableFailure(undefined)
      return withRetries(pool, work)
    })
    last = turn.catch(() => {})
    return turn.catch((error: unknown) => {
      throw translateError(error)
    })
  }
}
