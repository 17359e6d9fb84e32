import type { IncomingMessage } from 'node:http'
import { bringsBody } from './bytes-to-come.ts'

/** A whole request comes within this time. */
const REQUEST_MS = 30_000
/** One whose body may be slow goes on as long as it brings so much in that time: 50 MiB take 55 minutes then. */
const PROGRESS_WITHIN_MS = 10_000
const LEAST_BYTES = 160 * 1_024
/** Whatever its pace. Node sees to this one. */
export const LONGEST_REQUEST_MS = 3_600_000

type Mark = { begunAt: number; bytes: number; at: number }

/** Whether we are the slow ones: what has come waits to be read. */
const isWaitingForUs = (request: IncomingMessage): boolean => request.readableLength > 0

export type ReadDeadline = {
  /** Looks after a request that begins. */
  watch(request: IncomingMessage): void
  /** Ends the requests whose time is over. To be called about once a second. */
  check(now: number): void
}

/**
 * Ends requests whose bodies do not come. Node knows one deadline for all of them.
 * @param isSlowAllowed whether the body of a request may take longer, at a pace
 * @param end tells the client and ends the connection
 */
export const readDeadline = ({
  isSlowAllowed,
  end,
}: {
  isSlowAllowed: (request: IncomingMessage) => boolean
  end: (request: IncomingMessage) => void
}): ReadDeadline => {
  const marks = new Map<IncomingMessage, Mark | null>()
  const isLate = (request: IncomingMessage, mark: Mark, now: number): boolean => {
    const bytes = request.socket.bytesRead
    if (isWaitingForUs(request) || bytes - mark.bytes >= LEAST_BYTES) Object.assign(mark, { bytes, at: now })
    if (now - mark.begunAt < REQUEST_MS) return false
    return !isSlowAllowed(request) || now - mark.at >= PROGRESS_WITHIN_MS
  }
  return {
    watch: (request) => {
      if (!bringsBody(request)) return
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
