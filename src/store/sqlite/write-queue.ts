import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { TimeSlice } from './time-slice.ts'
import { closingFailure, isBusy, translateError } from './errors.ts'

/** As long as an HTTP request should wait. */
const LOCK_TIMEOUT_MS = 5_000
const POLL_MS = 2

/**
 * Runs one transaction at a time on the writing handle. Within the process they queue; the lock against other processes
 * is retried every 2 ms, since SQLite's busy timeout would block this process's readers. Each transaction first yields
 * to the event loop: SQLite answers synchronously, so a queue of writes would otherwise run in one go.
 */
export const writeQueue = (database: Database, slice: TimeSlice, lockTimeoutMs = LOCK_TIMEOUT_MS) => {
  let last: Promise<unknown> = Promise.resolve()
  database.pragma('busy_timeout = 0')

  const begin = async (): Promise<void> => {
    const deadline = performance.now() + lockTimeoutMs
    for (;;) {
      try {
        database.exec('BEGIN IMMEDIATE')
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
      }
      await pause(POLL_MS)
      if (!database.open) throw closingFailure()
    }
  }

  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    await begin()
    try {
      const result = await work()
      database.exec('COMMIT')
      return result
    } catch (error) {
      // A full disk or an I/O error has already rolled back.
      if (database.inTransaction) database.exec('ROLLBACK')
      throw error
    }
  }

  const take = <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(async () => {
      await slice.begin()
      if (!database.open) throw closingFailure()
      return attempt(work)
    })
    last = run.catch(() => {})
    return run.catch((error: unknown) => {
      throw translateError(error)
    })
  }

  return {
    take,
    /** Waits for the current transaction; those queued behind it have not begun. */
    settled: async (): Promise<void> => {
      while (database.open && database.inTransaction) await nextTurn()
    },
  }
}
