import { queuedBytes, type Connection } from './connection.ts'

const PROGRESS_WITHIN_MS = 10_000
/** Bytes that a client must take in that time; the slowest modems were faster. */
const LEAST_BYTES = 16 * 1_024

type Mark = { queued: number; at: number }

/**
 * Ends connections whose clients do not take their responses. To be called about once a second.
 *
 * What counts is what the operating system took over. A client that reads now and then is not ended, if it reads at least
 * 16 KiB in ten seconds.
 */
export const writeDeadline = (connections: () => Iterable<Connection>): ((now: number) => void) => {
  const marks = new WeakMap<Connection, Mark>()
  return (now) => {
    for (const connection of connections()) {
      const queued = queuedBytes(connection)
      const mark = marks.get(connection)
      if (queued === 0) marks.delete(connection)
      // More than before is another response: the one before it has been taken.
      else if (mark === undefined || queued > mark.queued || queued <= mark.queued - LEAST_BYTES)
        marks.set(connection, { queued, at: now })
      else if (now - mark.at >= PROGRESS_WITHIN_MS) connection.socket.destroy()
    }
  }
}
