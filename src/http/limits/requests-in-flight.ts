import { Failure } from '#core/failure.ts'

/** Runs a request of a client unless it has so many in work already. Throws `unavailable`. */
export const requestsInFlight = (mostPerClient: number) => {
  const inFlight = new Map<string, number>()
  return async (client: string, handle: () => Promise<void>): Promise<void> => {
    const count = inFlight.get(client) ?? 0
    if (count >= mostPerClient)
      throw new Failure(
        'unavailable',
        `You have ${count} requests in work, the most there may be; wait for a response.`,
      )
    inFlight.set(client, count + 1)
    try {
      await handle()
    } finally {
      const left = (inFlight.get(client) ?? 1) - 1
      if (left === 0) inFlight.delete(client)
      else inFlight.set(client, left)
    }
  }
}
