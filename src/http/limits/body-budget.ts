import type { IncomingMessage } from 'node:http'
import { Failure } from '#core/failure.ts'
import { unsentBytes, type Connection, type ConnectionTable } from './connections.ts'

type RequestHead = Pick<IncomingMessage, 'headers'>

/** The announced size of a request's body; Infinity for a chunked one. */
export const announcedBodyBytes = ({ headers }: RequestHead): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity

export const hasBody = (request: RequestHead): boolean => announcedBodyBytes(request) > 0

const MEBIBYTE = 1_024 * 1_024
/** Bytes of request bodies held in memory, for one client and for all. */
const MAX_HELD_PER_CLIENT = 24 * MEBIBYTE
const MAX_HELD = 48 * MEBIBYTE

export type BodyBudget = {
  /** Throws `unavailable`, and counts nothing, when that would exceed a limit. */
  hold(client: string, bytes: number): void
  release(client: string, bytes: number): void
}

/** Counts received bytes, not announced ones: a client that announces much and sends nothing uses no budget. */
export const bodyBudget = (): BodyBudget => {
  const held = new Map<string, number>()
  let total = 0
  return {
    hold: (client, bytes) => {
      const ofClient = (held.get(client) ?? 0) + bytes
      if (ofClient > MAX_HELD_PER_CLIENT)
        throw new Failure(
          'unavailable',
          'Your requests in progress hold too much data; wait for a response, then send this again.',
        )
      if (total + bytes > MAX_HELD)
        throw new Failure('unavailable', 'The server is receiving too much data at the moment; try again soon.')
      held.set(client, ofClient)
      total += bytes
    },
    release: (client, bytes) => {
      const left = (held.get(client) ?? 0) - bytes
      total -= bytes
      if (left <= 0) held.delete(client)
      else held.set(client, left)
    },
  }
}

/** Bytes of refused bodies that one process reads and discards in a second: each piece is garbage to collect. */
const BYTES_A_SECOND = 4 * MEBIBYTE

/** Takes this many bytes from the budget; false when it has fewer left. */
export type DrainBudget = (bytes: number) => boolean

/**
 * A token bucket for bytes that are read only to be discarded; it holds those of one second.
 * @param now milliseconds of a monotonic clock
 */
export const drainBudget = (now: () => number = () => performance.now()): DrainBudget => {
  let left = BYTES_A_SECOND
  let countedAt = now()
  return (bytes) => {
    const at = now()
    left = Math.min(BYTES_A_SECOND, left + ((at - countedAt) / 1_000) * BYTES_A_SECOND)
    countedAt = at
    if (bytes > left) return false
    left -= bytes
    return true
  }
}

/** Bytes of responses that are built but not yet sent. The response that exceeds the limit is still built. */
const MAX_UNSENT_PER_CLIENT = 4 * MEBIBYTE
const MAX_UNSENT = 32 * MEBIBYTE

const sum = (connections: Iterable<Connection>): number => {
  let bytes = 0
  for (const connection of connections) bytes += unsentBytes(connection)
  return bytes
}

/** Throws `unavailable` when too many bytes of earlier responses wait for their clients to read them. */
export const responseBudget =
  (connections: ConnectionTable) =>
  (client: string): void => {
    if (sum(connections.ofClient(client)) > MAX_UNSENT_PER_CLIENT)
      throw new Failure('unavailable', 'Read the responses that are on their way to you, then try again.')
    if (sum(connections.all()) > MAX_UNSENT)
      throw new Failure('unavailable', 'Too many responses are waiting to be read; try again soon.')
  }
