import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * What a transaction may take of a turn of the event loop before others are served; the statement under way is finished. In
 * processor time: on a busy machine a short transaction must not hold the lock through the work of others.
 */
const KEPT_MS = 8

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Watches how long a transaction has kept the event loop. */
export type TurnWatch = {
  /** Waits for a turn of its own. */
  begin: () => Promise<void>
  /** Whether others should have their turn before the next statement. */
  isLong: () => boolean
  /** How many turns have begun so far. */
  begun: () => number
}

export const turnWatch = (keptMs = KEPT_MS): TurnWatch => {
  let since = 0
  let begun = 0
  return {
    begin: async () => {
      await nextTurn()
      since = cpuMs()
      begun += 1
    },
    isLong: () => cpuMs() - since >= keptMs,
    begun: () => begun,
  }
}

/**
 * For a database whose readers would see what is not yet committed, and for a process that does nothing but write: a transaction is
 * one turn, however long.
 */
export const wholeTransactions = (): TurnWatch => ({
  begin: () => nextTurn(),
  isLong: () => false,
  begun: () => 0,
})
