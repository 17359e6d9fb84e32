import { Failure } from '#core/failure.ts'

const MAX_RUNNING = 8
const MAX_WAITING = 500
const COSTLY_MS = 5

/** Work for a client; it is dropped if nobody waits for its result any more. */
export type QueuedWork = { client: string; isWanted: () => boolean }

/** Runs work in an order that is fair to clients. Throws `unavailable` when too much is waiting. */
export type FairQueue = <Result>(options: QueuedWork, work: () => Promise<Result>) => Promise<Result>

const queueFull = (): Failure => new Failure('unavailable', 'The server is busy; try again soon.')
const clientGone = (): Failure => new Failure('malformed', 'The client did not wait for the response.')

/**
 * A round-robin queue for building responses. Work starts one piece at a time, and the event loop runs in between: however
 * long the queue, connections are accepted, health checks are answered and cached responses are sent. No client starts a
 * second piece while another client is waiting for its first. Without competition work starts at once.
 */
export const requestQueue = (): FairQueue => {
  const waiting = new Map<string, (() => void)[]>()
  let running = 0
  let waitingCount = 0
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
    waitingCount -= 1
    running += 1
    hasStarted = true
    const startedAt = performance.now()
    setImmediate(() => {
      const tookMs = performance.now() - startedAt
      // After costly work everything else, garbage collection included, gets as much time.
      if (tookMs > COSTLY_MS) setTimeout(startAgain, tookMs)
      // The event loop accepts a connection in one iteration and reads from it in the next.
      else setImmediate(startAgain)
    })
    start?.()
  }

  const enqueue = (client: string): Promise<void> =>
    new Promise((resolve) => {
      const queue = waiting.get(client) ?? []
      queue.push(resolve)
      waiting.set(client, queue)
      waitingCount += 1
      startNext()
    })

  return async ({ client, isWanted }, work) => {
    if (waitingCount >= MAX_WAITING) throw queueFull()
    await enqueue(client)
    try {
      if (!isWanted()) throw clientGone()
      return await work()
    } finally {
      running -= 1
      startNext()
    }
  }
}
