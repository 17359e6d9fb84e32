import { Failure } from '#core/failure.ts'
import { unsentBytes, type Connection } from './connection.ts'
import type { ConnectionTable } from './connection-table.ts'

const MEBIBYTE = 1_024 * 1_024
/** Responses of one client, and of all, that are built and not yet taken. The one that exceeds it is still built. */
const MAX_UNSENT_OF_CLIENT = 4 * MEBIBYTE
const MAX_UNSENT = 32 * MEBIBYTE

const sum = (connections: Iterable<Connection>): number => {
  let bytes = 0
  for (const connection of connections) bytes += unsentBytes(connection)
  return bytes
}

/** Throws `unavailable` where responses that are built already wait for their clients to take them. */
export const responseBudget =
  (connections: ConnectionTable) =>
  (client: string): void => {
    if (sum(connections.ofClient(client)) > MAX_UNSENT_OF_CLIENT)
      throw new Failure('unavailable', 'Read the responses that are on their way to you, then try again.')
    if (sum(connections.all()) > MAX_UNSENT)
      throw new Failure('unavailable', 'Too many responses are waiting to be read; try again soon.')
  }
