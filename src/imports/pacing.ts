import { setImmediate, setTimeout as pause } from 'node:timers/promises'

/** The gap between transactions for other writers; on SQLite other processes retry every 2 ms. */
const GAP_MS = 8

/** Yields to other requests: SQLite is synchronous, and awaiting a settled promise does not run the event loop. */
export const yieldToEventLoop = (): Promise<void> => setImmediate()

/** Runs transactions one after another, with gaps in which others can write. */
export const pacedTransactions = () => {
  let freeUntil = 0
  return async <T>(transaction: () => Promise<T>): Promise<T> => {
    await pause(Math.max(0, freeUntil - performance.now()))
    try {
      return await transaction()
    } finally {
      freeUntil = performance.now() + GAP_MS
    }
  }
}
