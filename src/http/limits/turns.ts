import { Failure } from '#core/failure.ts'

const MAX_RUNNING = 8
const MAX_WAITING = 500
const COSTLY_MS = 5

/** Work of a client; it is dropped if nobody wants its result any more. */
export type TurnOptions = { client: string; isWanted: () => boolean }

/** Runs work in turns that are fair to clients. Throws `unavailable` when too much waits. */
export type Turns = <Result>(options: TurnOptions, work: () => Promise<Result>) => Promise<Result>

const tooMuch = (): Failure => new Failure('unavailable', 'The server is busy; try again soon.')
const hungUp = (): Failure => new Failure('malformed', 'The client did not wait for the response.')

/**
 * Work on responses starts one at a time, and between two of them the event loop turns: connections are accepted,
 * health is answered and cached responses are sent, however much waits here. Each client that waits has its turn before any
 * has a second one. Without competition it starts at once.
 */
export const fairTurns = (): Turns => {
  const waiting = new Map<string, (() => void)[]>()
  let running = 0
  let waitingInAll = 0
  let hasStarted = false

  const startAgain = (): void => {
    hasStarted = false
    startNext()
  }

  const startNext = (): void => {
    const [next] = waiting
    if (next === undefined || running >= MAX_RUNNING || hasStarted) return
    const [client, queue] = next
    const start = queue.shift()
    waiting.delete(client)
    if (queue.length > 0) waiting.set(client, queue)
    waitingInAll -= 1
    running += 1
    hasStarted = true
    const begunAt = performance.now()
    setImmediate(() => {
      const tookMs = performance.now() - begunAt
      // Everything else gets as much time as costly work, garbage collection included.
      if (tookMs > COSTLY_MS) setTimeout(startAgain, tookMs)
      // A connection is accepted in one turn of the event loop and heard in the next.
      else setImmediate(startAgain)
    })
    start?.()
  }

  const turn = (client: string): Promise<void> =>
    new Promise((resolve) => {
      const queue = waiting.get(client) ?? []
      queue.push(resolve)
      waiting.set(client, queue)
      waitingInAll += 1
      startNext()
    })

  return async ({ client, isWanted }, work) => {
    if (waitingInAll >= MAX_WAITING) throw tooMuch()
    await turn(client)
    try {
      if (!isWanted()) throw hungUp()
      return await work()
    } finally {
      running -= 1
      startNext()
    }
  }
}
