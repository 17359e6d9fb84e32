import { Failure } from '#core/failure.ts'
import type { HashingLane } from '#ports/passphrase-hasher.ts'

type Waiting = HashingLane & {
  /** Lower comes first; the more a network has waiting, the higher its next one is. */
  tag: number
  start: () => Promise<void>
  refuse: () => void
}

const tooMany = (): Failure =>
  new Failure('unavailable', 'Too many people are signing in at the moment; try again shortly.', { retryAfter: 5 })

/** Known browsers come first, in the order of their arrival; then networks take turns. */
const comesBefore = (one: Waiting, other: Waiting): boolean =>
  one.isKnown === other.isKnown ? !one.isKnown && one.tag < other.tag : one.isKnown

/**
 * Does one thing at a time; with it, so many wait at most. Networks take turns, whoever sends more waits longer, and when the queue is
 * full, the last in turn is refused: one network cannot keep others out (start-time fair queueing).
 */
export const fairQueue = (most: number) => {
  const waiting: Waiting[] = []
  const nextTags = new Map<string, number>()
  let served = 0
  let isBusy = false

  const next = async (): Promise<void> => {
    isBusy = true
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      if (!first.isKnown) served = Math.max(served, first.tag)
      await first.start()
    }
    isBusy = false
    nextTags.clear()
    served = 0
  }

  const enter = (entry: Waiting): void => {
    const place = waiting.findIndex((other) => comesBefore(entry, other))
    waiting.splice(place < 0 ? waiting.length : place, 0, entry)
    if (waiting.length + (isBusy ? 1 : 0) > most) waiting.pop()?.refuse()
    if (!isBusy) void next()
  }

  return <T>({ network, isKnown }: HashingLane, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const tag = Math.max(served, nextTags.get(network) ?? 0)
      if (!isKnown) nextTags.set(network, tag + 1)
      const start = (): Promise<void> => work().then(resolve, reject)
      enter({ network, isKnown, tag, start, refuse: () => reject(tooMany()) })
    })
}
