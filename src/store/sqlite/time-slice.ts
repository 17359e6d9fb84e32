import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a transaction may occupy the event loop before it yields. */
const SLICE_MS = 25

/**
 * Lets the rest of the process run during a long transaction. Nearly all finish within their first slice; a few are
 * unbounded, such as renaming a concept, which rewrites every paper that has it.
 */
export type TimeSlice = {
  /** Yields to everything that is ready to run, then starts a new slice. */
  begin: () => Promise<void>
  /** Does so between two statements if the slice is used up. */
  yieldIfExpired: () => Promise<void>
}

export const timeSlice = (sliceMs = SLICE_MS): TimeSlice => {
  let since = 0
  const begin = async (): Promise<void> => {
    await nextTurn()
    since = performance.now()
  }
  return {
    begin,
    yieldIfExpired: async () => {
      if (performance.now() - since >= sliceMs) await begin()
    },
  }
}
