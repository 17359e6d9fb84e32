import { Failure } from '#core/failure.ts'

/** Requests that wait for changes, in all and of one client. They cost nothing while they wait, so no other limit fits them. */
const MOST = 100
const MOST_OF_CLIENT = 4
const RETRY_AFTER_SECONDS = 30

/** Takes a place for a client and gives back what leaves it, once. Throws `unavailable` when all are taken. */
export type Lane = (client: string) => () => void

export const waitingLane = (): Lane => {
  const places = new Map<string, number>()
  let taken = 0
  return (client) => {
    const own = places.get(client) ?? 0
    if (own >= MOST_OF_CLIENT)
      throw new Failure('unavailable', `${own} requests of yours wait for changes already; end one of them first.`, {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    if (taken >= MOST)
      throw new Failure('unavailable', 'Too many clients wait for changes; ask without waiting, or later.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    taken += 1
    places.set(client, own + 1)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      taken -= 1
      const left = (places.get(client) ?? 1) - 1
      if (left === 0) places.delete(client)
      else places.set(client, left)
    }
  }
}
