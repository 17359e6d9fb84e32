import type { IncomingMessage } from 'node:http'
import { hasBody } from './body-budget.ts'
import { queuedBytes, type Connection } from './connections.ts'

/** A request must arrive within this time. */
const REQUEST_MS = 30_000
/** A body that may be slow must bring this many bytes in that time; 50 MiB then take 55 minutes. */
const PROGRESS_WITHIN_MS = 10_000
const MIN_RECEIVED_BYTES = 160 * 1_024
/** The limit at any pace; Node enforces it. */
export const LONGEST_REQUEST_MS = 3_600_000

type ReadProgress = { begunAt: number; bytes: number; at: number }

/** Whether we are the slow side: received bytes wait to be read. */
const isWaitingForUs = (request: IncomingMessage): boolean => request.readableLength > 0

export type ReadDeadline = {
  /** Starts watching a request. */
  watch(request: IncomingMessage): void
  /** Ends the requests that are too slow. To be called about once a second. */
  check(now: number): void
}

/**
 * Ends requests whose bodies do not arrive. Node has only one deadline for all requests.
 * @param isSlowAllowed whether the body of a request may take longer, at a minimum pace
 * @param end answers the client and closes the connection
 */
export const readDeadline = ({
  isSlowAllowed,
  end,
}: {
  isSlowAllowed: (request: IncomingMessage) => boolean
  end: (request: IncomingMessage) => void
}): ReadDeadline => {
  const marks = new Map<IncomingMessage, ReadProgress | null>()
  const isLate = (request: IncomingMessage, mark: ReadProgress, now: number): boolean => {
    const bytes = request.socket.bytesRead
    if (isWaitingForUs(request) || bytes - mark.bytes >= MIN_RECEIVED_BYTES) Object.assign(mark, { bytes, at: now })
    if (now - mark.begunAt < REQUEST_MS) return false
    return !isSlowAllowed(request) || now - mark.at >= PROGRESS_WITHIN_MS
  }
  return {
    watch: (request) => {
      if (!hasBody(request)) return
      marks.set(request, null)
      const forget = (): void => void marks.delete(request)
      request.once('end', forget)
      request.once('close', forget)
    },
    check: (now) => {
      for (const [request, mark] of marks)
        if (request.complete) marks.delete(request)
        else if (mark === null) marks.set(request, { begunAt: now, bytes: request.socket.bytesRead, at: now })
        else if (isLate(request, mark, now)) {
          marks.delete(request)
          end(request)
        }
    },
  }
}

/** Bytes that a client must accept in that time; the slowest modems were faster. */
const MIN_SENT_BYTES = 16 * 1_024

type WriteProgress = { queued: number; at: number }

/**
 * Closes connections whose clients do not read their responses. To be called about once a second. Bytes count as read when
 * the operating system has taken them; 16 KiB in ten seconds are enough.
 */
export const writeDeadline = (connections: () => Iterable<Connection>): ((now: number) => void) => {
  const marks = new WeakMap<Connection, WriteProgress>()
  return (now) => {
    for (const connection of connections()) {
      const queued = queuedBytes(connection)
      const mark = marks.get(connection)
      if (queued === 0) marks.delete(connection)
      // More than before means another response: the previous one has been read.
      else if (mark === undefined || queued > mark.queued || queued <= mark.queued - MIN_SENT_BYTES)
        marks.set(connection, { queued, at: now })
      else if (now - mark.at >= PROGRESS_WITHIN_MS) connection.socket.destroy()
    }
  }
}
