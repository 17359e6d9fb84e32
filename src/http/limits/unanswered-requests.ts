import type { ServerResponse } from 'node:http'
import type { Connection } from './connection.ts'

/** The one in work, and one that came in the meantime. */
const MAX_UNANSWERED = 2
/** A client that pipelines more requests is not waiting for responses. */
const MAX_EXCESS = 8

/**
 * Whether a request is to be answered. One that comes while two wait is not: the connection ends after those two, which a
 * client that sends ahead must expect (RFC 9112 section 9.3.2). Node has no bound of its own for it.
 */
export const beginResponse = (connection: Connection, response: ServerResponse): boolean => {
  const { socket, responses } = connection
  if (connection.excess > 0 || responses.length >= MAX_UNANSWERED) {
    connection.excess += 1
    const last = responses.at(-1)
    if (last !== undefined) last.shouldKeepAlive = false
    if (connection.excess > MAX_EXCESS) socket.destroy()
    return false
  }
  // Another connection may take its place a moment later.
  if (connection.isGuest) response.shouldKeepAlive = false
  connection.idleSince = null
  responses.push(response)
  // It comes once, and `once` would cost each response two objects more.
  response.on('close', () => {
    responses.splice(responses.indexOf(response), 1)
    if (responses.length > 0) return
    connection.idleSince = performance.now()
    // The last response may have been begun before the connection was to end.
    if (connection.excess > 0) socket.destroySoon()
  })
  return true
}
