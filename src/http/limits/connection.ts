import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** An open connection and its requests in progress. */
export type Connection = {
  readonly socket: Socket
  /** Whose it is: an address or network; null for a trusted proxy, whose connections carry requests of many. */
  readonly client: string | null
  /** Accepted beyond the limit, only to read its request. */
  isGuest: boolean
  /**
   * Responses that the client has not been sent whole, in the order of their requests. There are two of them at most; an array
   * would get new memory with the first and lose it with the last, for every request.
   */
  response: ServerResponse | null
  nextResponse: ServerResponse | null
  /** Requests that came before those in work were answered, and are not answered any more. */
  excess: number
  /** When the last response was sent; null before the first, and while one is in work. */
  idleSince: number | null
}

const CONNECTION = Symbol('connection')
type ConnectedSocket = Socket & { [CONNECTION]?: Connection | undefined }

/** Has a socket known for its connection. It costs less than a table of sockets, which is looked into twice for each request. */
export const rememberConnection = (socket: ConnectedSocket, connection: Connection | undefined): void => {
  socket[CONNECTION] = connection
}

export const connectionOf = (socket: ConnectedSocket): Connection | undefined => socket[CONNECTION]

/** How much of its responses waits for the client to take it. */
export const unsentBytes = ({ response, nextResponse }: Connection): number =>
  (response?.writableLength ?? 0) + (nextResponse?.writableLength ?? 0)

/** What the operating system has not taken yet. Node keeps it where its own timeouts look: in the handle of the socket. */
export const queuedBytes = ({ socket }: Connection): number => {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? socket.writableLength
}
