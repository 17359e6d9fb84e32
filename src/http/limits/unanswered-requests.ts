import type { ServerResponse } from 'node:http'
import { connectionOf, type Connection } from './connection.ts'

/** A client that pipelines more requests is not waiting for responses. */
const MAX_EXCESS = 8

/** One function for all responses; each would cost two objects more with one of its own. */
function endResponse(this: ServerResponse): void {
  const connection = connectionOf(this.req.socket)
  if (connection === undefined) return
  if (connection.response === this) connection.response = connection.nextResponse
  connection.nextResponse = null
  if (connection.response !== null) return
  connection.idleSince = performance.now()
  // The last response may have been begun before the connection was to end.
  if (connection.excess > 0) connection.socket.destroySoon()
}

/**
 * Whether a request is to be answered. One that comes while two wait, the one in work and one that came in the meantime, is
 * not: the connection ends after those two, which a client that sends ahead must expect (RFC 9112 section 9.3.2). Node has no
 * bound of its own for it.
 */
export const beginResponse = (connection: Connection, response: ServerResponse): boolean => {
  const { nextResponse } = connection
  if (connection.excess > 0 || nextResponse !== null) {
    connection.excess += 1
    const last = nextResponse ?? connection.response
    if (last !== null) last.shouldKeepAlive = false
    if (connection.excess > MAX_EXCESS) connection.socket.destroy()
    return false
  }
  // Another connection may take its place a moment later.
  if (connection.isGuest) response.shouldKeepAlive = false
  connection.idleSince = null
  if (connection.response === null) connection.response = response
  else connection.nextResponse = response
  // It comes once, and `once` would cost each response two objects more.
  response.on('close', endResponse)
  return true
}
