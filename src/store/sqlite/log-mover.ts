import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'

/** What the thread opens, and how it syncs: a pragma of the connection. */
export type LogThreadOrder = { path: string; synchronous: number }

/** Pages of the log from which on they go into the file: the engine's own number. */
const LONG_LOG_PAGES = 1_000
/** A thread that has had nothing to do for so long ends. */
const IDLE_MS = 30_000
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 }

/** Moves the log of one handle into its file. */
export type LogMover = {
  /** Moves the log where it is long; whoever writes waits for it. Never throws: what is in the log is stored. */
  moveIfLong: () => Promise<void>
  /** Ends the thread, after what it is at. */
  close: () => Promise<void>
}

type Frames = { log: number; checkpointed: number }

/** Throws what ends the thread before it has moved the log. */
const ask = async (asked: Worker): Promise<void> => {
  const gone = new AbortController()
  const abort = (): void => gone.abort()
  asked.once('exit', abort)
  try {
    const answer = once(asked, 'message', { signal: gone.signal })
    asked.postMessage('move')
    await answer
  } finally {
    asked.off('exit', abort)
  }
}

/**
 * Carries what is committed from the log into the file in a thread of its own: each megabyte of it takes milliseconds, which COMMIT
 * would take from everybody who is served. The thread starts with the first long log.
 */
export const logMover = (database: Database): LogMover => {
  database.pragma('wal_autocheckpoint = 0')
  const frames = database.prepare<[], Frames>('PRAGMA wal_checkpoint(NOOP)')
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  const isLong = (): boolean => {
    if (!database.open) return false
    const { log, checkpointed } = frames.get() ?? { log: 0, checkpointed: 0 }
    return log - checkpointed >= LONG_LOG_PAGES
  }

  const start = (): Worker => {
    const synchronous = database.pragma('synchronous', { simple: true }) as number
    const workerData: LogThreadOrder = { path: database.name, synchronous }
    const started = new Worker(new URL('./log-thread.ts', import.meta.url), { workerData, resourceLimits })
    started.once('exit', () => {
      if (thread === started) thread = null
    })
    // Whoever waits for an answer is told; without anybody the next one starts anew.
    started.on('error', () => {})
    return started
  }

  const end = async (): Promise<void> => {
    clearTimeout(idle)
    if (thread === null) return
    const ended = thread
    thread = null
    ended.ref()
    ended.postMessage('end')
    await new Promise((resolve) => void ended.once('exit', resolve))
  }

  const move = async (): Promise<void> => {
    clearTimeout(idle)
    // Starting a thread takes some milliseconds; the transaction has used some already.
    await nextTurn()
    if (!database.open) return
    try {
      const asked = (thread ??= start())
      asked.ref()
      await ask(asked)
      // One that was told to end meanwhile is waited for.
      if (thread !== asked) return
      asked.unref()
      idle = setTimeout(() => void end(), IDLE_MS).unref()
    } catch {
      // No thread could be had: better others wait than that the log grows.
      if (database.open) database.pragma('wal_checkpoint(PASSIVE)')
    }
  }

  return {
    moveIfLong: async () => {
      try {
        if (isLong()) await move()
      } catch {
        // As in the thread: after the next transaction it is tried again.
      }
    },
    close: end,
  }
}
