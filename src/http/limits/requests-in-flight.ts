import type { ServerResponse } from 'node:http'
import { connectionOf, type Connection } from './connections.ts'
import { Failure } from '#core/failure.ts'

/** A client that pipelines more requests than this is not reading responses. */
const MAX_PIPELINED = 8

/** Shared by all responses: a closure for each would cost two more objects. */
function endResponse(this: ServerResponse): void {
  const connection = connectionOf(this.req.socket)
  if (connection === undefined) return
  if (connection.response === this) connection.response = connection.nextResponse
  connection.nextResponse = null
  if (connection.response !== null) return
  connection.idleSince = performance.now()
  // The last response may have started before it was decided to close the connection.
  if (connection.excess > 0) connection.socket.destroySoon()
}

/**
 * Whether to answer a request. While one request is in progress and one more is waiting, further ones are not answered: the
 * connection is closed after those two, which a client that pipelines must expect (RFC 9112 section 9.3.2). Node itself sets
 * no limit.
 */
export const beginResponse = (connection: Connection, response: ServerResponse): boolean => {
  const { nextResponse } = connection
  if (connection.excess > 0 || nextResponse !== null) {
    connection.excess += 1
    const last = nextResponse ?? connection.response
    if (last !== null) last.shouldKeepAlive = false
    if (connection.excess > MAX_PIPELINED) connection.socket.destroy()
    return false
  }
  // It has no slot of its own, so it is closed after this response.
  if (connection.isOverflow) response.shouldKeepAlive = false
  connection.idleSince = null
  if (connection.response === null) connection.response = response
  else connection.nextResponse = response
  // The event fires only once, and `once` would cost two more objects.
  response.on('close', endResponse)
  return true
}

/**
 * Runs a client's request. Throws `unavailable` when the client has `mostPerClient` in progress already. A request that turns
 * out to be several, such as a batch of messages, calls `countMore`; alone it may be more than the limit.
 */
export const requestsInFlight = (mostPerClient: number) => {
  const inFlight = new Map<string, number>()
  const add = (client: string, requests: number, own: number): void => {
    const count = inFlight.get(client) ?? 0
    if (count > own && count + requests > mostPerClient)
      throw new Failure(
        'unavailable',
        `You already have ${count - own} requests in progress, and at most ${mostPerClient} are allowed; wait for a response.`,
      )
    inFlight.set(client, count + requests)
  }
  return async (client: string, handle: (countMore: (requests: number) => void) => Promise<void>): Promise<void> => {
    let own = 0
    const count = (requests: number): void => {
      add(client, requests, own)
      own += requests
    }
    try {
      count(1)
      await handle(count)
    } finally {
      const left = (inFlight.get(client) ?? 0) - own
      if (left === 0) inFlight.delete(client)
      else inFlight.set(client, left)
    }
  }
}
