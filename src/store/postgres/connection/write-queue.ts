import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { Failure } from '#core/failure.ts'
import { namingAfter, runOnClient, withClient, type Peer, type RunQuery } from './connections.ts'
import {
  isClosedByServer,
  isSerializationFailure,
  isStalePlan,
  ThrownByWork,
  translateError,
  unavailableFailure,
} from './errors.ts'

/** The advisory lock that a writer holds until it commits: `long` in ASCII. */
export const WRITE_LOCK_ID = 0x6c6f6e67

const MAX_WAIT_MS = 5_000
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

/** Where transactions run. */
type Writing = { pool: Pool; peer: Peer }

const inTransaction = <T>({ pool, peer }: Writing, work: (run: RunQuery) => Promise<T>): Promise<T> =>
  withClient(pool, async (client) => {
    try {
      await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${WRITE_LOCK_ID})`)
      const result = await doWork(runOnClient(client, peer), work)
      await commit(client)
      return result
    } catch (error) {
      // Fails if the connection is lost; the server has then rolled back and the pool drops the connection.
      await client.query('ROLLBACK').catch(() => {})
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

/**
 * Runs one transaction at a time: they queue within the process, and an advisory lock serialises processes and hosts. A
 * transaction therefore sees everything committed before it, and checks before a write hold without row locks.
 */
export const writeQueue = (pool: Pool, peer: Peer = 'server') => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: (run: RunQuery) => Promise<T>): Promise<T> => {
    const requestedAt = performance.now()
    const run = last.then(() => {
      if (pool.ending) throw new Failure('unavailable', 'The server is stopping.', { retryAfter: 5 })
      if (performance.now() - requestedAt > MAX_WAIT_MS) throw unavailableFailure(undefined)
      return withRetries({ pool, peer }, work)
    })
    last = run.catch(() => {})
    return run.catch((error: unknown) => {
      throw translateError(error)
    })
  }
}
