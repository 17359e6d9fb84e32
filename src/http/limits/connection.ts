import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** An open connection and its requests in progress. */
export type Connection = {
  readonly socket: Socket
  /** Whose it is: an address or network; null for a trusted proxy, whose connections carry requests of many. */
  readonly client: string | null
  /** Accepted beyond the limit, only to read its request. */
  isGuest: boolean
  /** Responses that the client has not been sent whole, in the order of their requests. */
  readonly responses: ServerResponse[]
  /** Requests that came before those in work were answered, and are not answered any more. */
  excess: number
  /** When the last response was sent; null before the first, and while one is in work. */
  idleSince: number | null
}

/** How much of its responses waits for the client to take it. */
export const unsentBytes = ({ responses }: Connection): number => {
  let bytes = 0
  for (const response of responses) bytes += response.writableLength
  return bytes
}

/** What the operating system has not taken yet. Node keeps it where its own timeouts look: in the handle of the socket. */
export const queuedBytes = ({ socket }: Connection): number => {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? socket.writableLength
}
