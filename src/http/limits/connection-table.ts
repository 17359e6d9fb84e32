import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connectionOf, rememberConnection, type Connection } from './connection.ts'

/** Connections of one process. */
export const MAX_CONNECTIONS = 2_000
/** Connections accepted beyond any limit. The newest are kept, because their requests are about to arrive. */
export const MAX_GUESTS = 128
/** A connection that was ended because its client sent ahead keeps its place for so long: the next one is not for free. */
const PENALTY_MS = 2_000
const SEAT_WITHIN_MS = 2_000
const LOOK_EVERY_MS = 100
/** A connection that was idle for less may have a request on its way. */
const IDLE_FOR_MS = 100

export type ConnectionTable = {
  add(socket: Socket): void
  of(socket: Socket): Connection | undefined
  all(): Iterable<Connection>
  /** Those of one client that have a place. */
  ofClient(client: string): Iterable<Connection>
  /** Gives a guest the place of a connection of the same client that has become idle; whether it has got one in time. */
  seat(guest: Connection): Promise<boolean>
}

type Limits = { clientOf: (address: string) => string | null; mostPerClient: number; most?: number }

/** The response to a client that has sent no request yet, so that no surface can answer it. */
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
    if (!connection.isGuest && connection.idleSince !== null && connection.idleSince < (found?.idleSince ?? Infinity))
      found = connection
  return found !== null && performance.now() - (found.idleSince ?? Infinity) >= IDLE_FOR_MS ? found : null
}

/** All connections, by client, with at most so many for each; those of trusted proxies have no limit but that for all. */
export const connectionTable = ({ clientOf, mostPerClient, most = MAX_CONNECTIONS }: Limits): ConnectionTable => {
  const connections = new Set<Connection>()
  const byClient = new Map<string, Set<Connection>>()
  const guests = new Set<Connection>()

  const ofClient = (client: string): Set<Connection> => byClient.get(client) ?? new Set()

  const isFullForAll = (): boolean => connections.size - guests.size >= most
  const isFull = (client: string | null): boolean =>
    isFullForAll() || (client !== null && ofClient(client).size >= mostPerClient)

  const sit = (connection: Connection): void => {
    connection.isGuest = false
    guests.delete(connection)
    const { client, response, nextResponse } = connection
    if (response !== null) response.shouldKeepAlive = true
    if (nextResponse !== null) nextResponse.shouldKeepAlive = true
    if (client !== null) byClient.set(client, ofClient(client).add(connection))
  }

  const remove = (connection: Connection): void => {
    const { socket, client } = connection
    connections.delete(connection)
    rememberConnection(socket, undefined)
    guests.delete(connection)
    if (client === null) return
    const siblings = ofClient(client)
    siblings.delete(connection)
    if (siblings.size === 0) byClient.delete(client)
  }

  const welcome = (guest: Connection): void => {
    const [oldest] = guests
    guests.add(guest)
    if (guests.size <= MAX_GUESTS || oldest === undefined) return
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
        isGuest: true,
        response: null,
        nextResponse: null,
        excess: 0,
        idleSince: null,
      }
      const hasRoom = !isFull(client)
      connections.add(connection)
      rememberConnection(socket, connection)
      if (hasRoom) sit(connection)
      else welcome(connection)
      socket.once('close', () => {
        if (connection.excess > 0) setTimeout(() => remove(connection), PENALTY_MS).unref()
        else remove(connection)
      })
    },
    of: connectionOf,
    all: () => connections.values(),
    ofClient,
    seat: async (guest) => {
      const { client } = guest
      for (let waited = 0; waited <= SEAT_WITHIN_MS; waited += LOOK_EVERY_MS) {
        if (guest.socket.destroyed) return false
        const rivals = client === null || isFullForAll() ? connections.values() : ofClient(client)
        const idle = isFull(client) ? longestIdle(rivals) : null
        if (idle !== null) {
          remove(idle)
          idle.socket.destroySoon()
        }
        if (!isFull(client)) {
          sit(guest)
          return true
        }
        await pause(LOOK_EVERY_MS)
      }
      return false
    },
  }
}
