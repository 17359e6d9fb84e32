import { setImmediate as nextTurn } from 'node:timers/promises'
import { doStepsApart, type Steps } from '#core/steps.ts'

/** How long work on one response may occupy the event loop before others have a turn. */
const TURN_MS = 10

/** In characters. Reading, writing and encoding a longer text each take a turn of their own. */
const LONG_TEXT = 500_000

/** Ends the turn after work on a long text. */
export const turnAfter = async (text: string | null): Promise<void> => {
  if (text !== null && text.length > LONG_TEXT) await nextTurn()
}

/** Ends with the last work that has asked to go on. */
let lastGoingOn: Promise<void> = Promise.resolve()

/** Waits until no other long work goes on; the returned function lets the next one. */
const goOn = async (): Promise<() => void> => {
  const before = lastGoingOn
  const { promise, resolve } = Promise.withResolvers<void>()
  lastGoingOn = promise
  await before
  return resolve
}

/**
 * Does work that may take long for a response, letting everything else run in between. Work that needs more than its first turn goes
 * on alone: it holds some 20 MB for a long text, and several at once take no less time together.
 */
export const doInTurns = async <Result>(steps: Steps<Result>): Promise<Result> => {
  let since = performance.now()
  const alone: { finish?: () => void } = {}
  try {
    return await doStepsApart(steps, async () => {
      if (performance.now() - since < TURN_MS) return
      alone.finish ??= await goOn()
      await nextTurn()
      since = performance.now()
    })
  } finally {
    alone.finish?.()
  }
}
