import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { closingFailure, isBusy, translateError } from './errors.ts'
import type { TurnWatch } from './turn-watch.ts'

/** Whoever asks over HTTP has waited long enough by then. */
const TURN_WITHIN_MS = 5_000
const POLL_MS = 2

/**
 * One transaction at a time on the writing handle. Within the process they queue; against other processes the
 * lock is requested again every 2 ms, so that waiting blocks no reader of this process, as the engine's own busy timeout
 * would. Each begins in a turn of its own of the event loop, and lets others in where it is long: the engine answers at once, so
 * that everything would run in one go with what asked for it and with whatever waits.
 */
export const writeQueue = (
  database: Database,
  { turns, turnWithinMs = TURN_WITHIN_MS }: { turns: TurnWatch; turnWithinMs?: number | undefined },
) => {
  let last: Promise<unknown> = Promise.resolve()
  let isLogDue = false
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

  /** A long transaction leaves to a later turn what COMMIT does by itself when the log is long: move it into the file. */
  const commit = (isLong: boolean): void => {
    if (!isLong) return void database.exec('COMMIT')
    const pages = database.pragma('wal_autocheckpoint', { simple: true }) as number
    database.pragma('wal_autocheckpoint = 0')
    try {
      database.exec('COMMIT')
    } finally {
      database.pragma(`wal_autocheckpoint = ${pages}`)
    }
    isLogDue = true
  }

  const moveLog = async (): Promise<void> => {
    if (!isLogDue) return
    isLogDue = false
    await turns.begin()
    if (!database.open) return
    try {
      database.pragma('wal_checkpoint(PASSIVE)')
    } catch {
      // All is committed. The next COMMIT tries again, and whoever writes is told of a full disk.
    }
  }

  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    await begin()
    const before = turns.begun()
    try {
      const result = await work()
      if (turns.isLong()) await turns.begin()
      commit(turns.begun() > before)
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
    last = turn.catch(() => {}).then(moveLog)
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
