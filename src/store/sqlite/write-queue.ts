import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { closingFailure, isBusy, translateError } from './errors.ts'
import type { LogMover } from './log-mover.ts'
import type { TurnWatch } from './turn-watch.ts'

/** Whoever asks over HTTP has waited long enough by then. */
const TURN_WITHIN_MS = 5_000
const POLL_MS = 2

export type QueueOptions = {
  turns: TurnWatch
  turnWithinMs?: number | undefined
  /** What moves the log into the file; without it, COMMIT does that where the log is long. */
  log?: LogMover | null
}

/**
 * One transaction at a time on the writing handle. Within the process they queue; against other processes the
 * lock is requested again every 2 ms, so that waiting blocks no reader of this process, as the engine's own busy timeout
 * would. Each begins in a turn of its own of the event loop, and lets others in where it is long: the engine answers at once, so
 * that everything would run in one go with what asked for it and with whatever waits.
 */
export const writeQueue = (database: Database, { turns, turnWithinMs = TURN_WITHIN_MS, log = null }: QueueOptions) => {
  let last: Promise<unknown> = Promise.resolve()
  database.pragma('busy_timeout = 0')

  const begin = async (): Promise<void> => {
    const deadline = performance.now() + turnWithinMs
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
    const before = turns.begun()
    try {
      const result = await work()
      const isLong = turns.isLong() || turns.begun() > before
      // COMMIT writes what is left in memory: of a long transaction up to four megabytes.
      if (isLong) await turns.begin()
      database.exec('COMMIT')
      if (isLong) await turns.begin()
      return result
    } catch (error) {
      // A full disk or an I/O error has rolled back already.
      if (database.inTransaction) database.exec('ROLLBACK')
      throw error
    }
  }

  const take = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(async () => {
      await turns.begin()
      if (!database.open) throw closingFailure()
      return attempt(work)
    })
    last = turn.catch(() => {}).then(() => log?.moveIfLong())
    return turn.catch((error: unknown) => {
      throw translateError(error)
    })
  }

  return {
    take,
    /** Waits for the transaction that is under way; those behind it have not begun. */
    settled: async (): Promise<void> => {
      while (database.open && database.inTransaction) await nextTurn()
    },
  }
}
