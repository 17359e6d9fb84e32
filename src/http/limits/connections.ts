import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** An open connection and its responses in progress. */
export type Connection = {
  readonly socket: Socket
  /** The client's address or network; null for a trusted proxy, whose connections carry requests of many clients. */
  readonly client: string | null
  /** Accepted beyond the limit: its request is read, and waits for a slot. */
  isOverflow: boolean
  /**
   * Unfinished responses, in the order of their requests. There are at most two; an array would be allocated and freed for
   * every request.
   */
  response: ServerResponse | null
  nextResponse: ServerResponse | null
  /** Pipelined requests beyond those two, which are not answered. */
  excess: number
  /** When the last response was sent; null before the first request, and while one is in progress. */
  idleSince: number | null
}

const CONNECTION = Symbol('connection')
type ConnectedSocket = Socket & { [CONNECTION]?: Connection | undefined }

/** Stores the connection on its socket: cheaper than a Map, as each request looks it up twice. */
const attachConnection = (socket: ConnectedSocket, connection: Connection | undefined): void => {
  socket[CONNECTION] = connection
}

export const connectionOf = (socket: ConnectedSocket): Connection | undefined => socket[CONNECTION]

/** Bytes of its responses that the client has not taken yet. */
export const unsentBytes = ({ response, nextResponse }: Connection): number =>
  (response?.writableLength ?? 0) + (nextResponse?.writableLength ?? 0)

/** Bytes that the operating system has not taken yet, read from the socket's handle as Node's own timeouts do. */
export const queuedBytes = ({ socket }: Connection): number => {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? socket.writableLength
}

/** Connections of one process. */
export const MAX_CONNECTIONS = 2_000
/** Connections accepted beyond the limits. The newest are kept, because their requests are about to arrive. */
export const MAX_OVERFLOW_CONNECTIONS = 128
/** A connection that was closed for pipelining too much keeps its slot for this long, so that reconnecting gains nothing. */
const PENALTY_MS = 2_000
const SLOT_TIMEOUT_MS = 2_000
const SLOT_POLL_MS = 100
/** A connection that has been idle for less may have a request on its way. */
const IDLE_FOR_MS = 100

export type ConnectionTable = {
  add(socket: Socket): void
  of(socket: Socket): Connection | undefined
  all(): Iterable<Connection>
  /** The connections of one client that have a slot. */
  ofClient(client: string): Iterable<Connection>
  /** Gives an overflow connection the slot of an idle one of the same client; false if none becomes free in time. */
  waitForSlot(connection: Connection): Promise<boolean>
}

type Limits = { clientOf: (address: string) => string | null; mostPerClient: number; most?: number }

/** For a client that has not sent a request yet, so that no surface can answer it. */
const REFUSAL = [
  'HTTP/1.1 503 Service Unavailable',
  'Retry-After: 5',
  'Content-Type: application/json; charset=utf-8',
  'Cache-Control: no-store',
  'Connection: close',
  '',
  '{"success":false,"error":"There are too many connections; try again soon.","code":"unavailable","details":[]}',
].join('\r\n')

const longestIdle = (connections: Iterable<Connection>): Connection | null => {
  let found: Connection | null = null
  for (const connection of connections)
    if (
      !connection.isOverflow &&
      connection.idleSince !== null &&
      connection.idleSince < (found?.idleSince ?? Infinity)
    )
      found = connection
  return found !== null && performance.now() - (found.idleSince ?? Infinity) >= IDLE_FOR_MS ? found : null
}

/** All connections, with a limit for each client; those of trusted proxies count towards the overall limit only. */
export const connectionTable = ({ clientOf, mostPerClient, most = MAX_CONNECTIONS }: Limits): ConnectionTable => {
  const connections = new Set<Connection>()
  const byClient = new Map<string, Set<Connection>>()
  const overflow = new Set<Connection>()

  const ofClient = (client: string): Set<Connection> => byClient.get(client) ?? new Set()

  const isFullForAll = (): boolean => connections.size - overflow.size >= most
  const isFull = (client: string | null): boolean =>
    isFullForAll() || (client !== null && ofClient(client).size >= mostPerClient)

  const giveSlot = (connection: Connection): void => {
    connection.isOverflow = false
    overflow.delete(connection)
    const { client, response, nextResponse } = connection
    if (response !== null) response.shouldKeepAlive = true
    if (nextResponse !== null) nextResponse.shouldKeepAlive = true
    if (client !== null) byClient.set(client, ofClient(client).add(connection))
  }

  const remove = (connection: Connection): void => {
    const { socket, client } = connection
    connections.delete(connection)
    attachConnection(socket, undefined)
    overflow.delete(connection)
    if (client === null) return
    const siblings = ofClient(client)
    siblings.delete(connection)
    if (siblings.size === 0) byClient.delete(client)
  }

  const addOverflow = (connection: Connection): void => {
    const [oldest] = overflow
    overflow.add(connection)
    if (overflow.size <= MAX_OVERFLOW_CONNECTIONS || oldest === undefined) return
    remove(oldest)
    if (oldest.response === null) oldest.socket.end(REFUSAL)
    oldest.socket.destroySoon()
  }

  return {
    add: (socket) => {
      const client = clientOf(socket.remoteAddress ?? '')
      const connection: Connection = {
        socket,
        client,
        isOverflow: true,
        response: null,
        nextResponse: null,
        excess: 0,
        idleSince: null,
      }
      const hasRoom = !isFull(client)
      connections.add(connection)
      attachConnection(socket, connection)
      if (hasRoom) giveSlot(connection)
      else addOverflow(connection)
      socket.once('close', () => {
        if (connection.excess > 0) setTimeout(() => remove(connection), PENALTY_MS).unref()
        else remove(connection)
      })
    },
    of: connectionOf,
    all: () => connections.values(),
    ofClient,
    waitForSlot: async (connection) => {
      const { client, socket } = connection
      for (let waited = 0; waited <= SLOT_TIMEOUT_MS; waited += SLOT_POLL_MS) {
        if (socket.destroyed) return false
        const rivals = client === null || isFullForAll() ? connections.values() : ofClient(client)
        const idle = isFull(client) ? longestIdle(rivals) : null
        if (idle !== null) {
          remove(idle)
          idle.socket.destroySoon()
        }
        if (!isFull(client)) {
          giveSlot(connection)
          return true
        }
        await pause(SLOT_POLL_MS)
      }
      return false
    },
  }
}
