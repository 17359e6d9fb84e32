import { OutboundFailure } from '#core/outbound.ts'
import type { Clock, Ids } from '#ports/runtime.ts'
import type { OutboundClient, OutboundRequest, OutboundResponse, Wait, HostGate } from '#ports/outbound.ts'
import { SourceFault } from './protocols.ts'
import { leaseEnd, RENEW_EVERY_MS } from '#core/sources/watched-source.ts'
import type { RunAction } from '#actions/run-action.ts'

export type RequestPorts = { client: OutboundClient; clock: Clock; wait: Wait }

const MAX_ATTEMPTS = 5
const FIRST_PAUSE_MS = 5_000
/** If a server asks for a longer pause, the run ends, and a later run tries again. */
const LONGEST_PAUSE_MS = 60_000

const RETRYABLE = new Set(['unreachable', 'too_slow'])
export const isBusyStatus = (status: number): boolean => status === 429 || status >= 500

/** Thrown to try again. */
export class RetryableError extends Error {
  readonly retryAt: Date | null

  constructor(message: string, retryAt: Date | null = null, cause?: unknown) {
    super(message, { cause })
    this.retryAt = retryAt
  }
}

/** A failed request as an error that is tried again, or as a fault. */
const outboundError = (error: unknown): unknown => {
  if (!(error instanceof OutboundFailure)) return error
  if (RETRYABLE.has(error.fault)) return new RetryableError(error.message, null, error)
  return new SourceFault(error.message, { retryAt: error.retryAt, cause: error })
}

/**
 * Makes attempts until one does not throw a `RetryableError` or fails to reach the server, with growing pauses or those that the server
 * asks for. Throws a `SourceFault` if the server is unreachable, busy for long or not allowed.
 */
export const withRetries = async <T>(
  { clock, wait }: Pick<RequestPorts, 'clock' | 'wait'>,
  signal: AbortSignal | null,
  attempt: () => Promise<T>,
): Promise<T> => {
  for (let attempts = 1; ; attempts += 1)
    try {
      return await attempt()
    } catch (thrown) {
      const error = outboundError(thrown)
      if (!(error instanceof RetryableError)) throw error
      const { message, retryAt } = error
      const pause = retryAt === null ? FIRST_PAUSE_MS * 2 ** (attempts - 1) : retryAt.getTime() - clock.now().getTime()
      if (attempts === MAX_ATTEMPTS || pause > LONGEST_PAUSE_MS)
        throw new SourceFault(message, { retryAt, cause: error })
      await wait(pause, signal)
    }
}

/**
 * Sends a request until `read` can use the response. `read` returns `broken` for an incomplete response. Throws as `withRetries`
 * does.
 */
export const requestWithRetries = <T>(
  ports: RequestPorts,
  request: OutboundRequest,
  read: (response: OutboundResponse) => Promise<T | { broken: string }>,
): Promise<T> =>
  withRetries(ports, request.signal ?? null, async () => {
    const response = await ports.client.get(request)
    const { status, retryAt } = response
    if (isBusyStatus(status)) throw new RetryableError(`The server answered ${status}.`, retryAt)
    const used = await read(response)
    if (typeof used === 'object' && used !== null && 'broken' in used) throw new RetryableError(used.broken)
    return used
  })

const LONGEST_WAIT_MS = 60_000

/** A gate by leases in the database: all processes of one corpus together send a host one request at a time. */
export const sharedGate = ({
  run,
  clock,
  ids,
  wait,
}: {
  run: RunAction
  clock: Clock
  ids: Ids
  wait: Wait
}): HostGate => {
  const leases = new Map<string, { reader: string; renewal: NodeJS.Timeout }>()
  return {
    enter: async (host, signal) => {
      const reader = ids.uuid()
      for (;;) {
        signal?.throwIfAborted()
        // Entering again renews the lease.
        const freeAt = await run(
          (tx) => tx.sources.leaseHost(host, { reader, at: tx.now.toISOString(), until: leaseEnd(tx.now) }),
          null,
        )
        if (freeAt === null) break
        const ms = Date.parse(freeAt) - clock.now().getTime()
        if (ms > LONGEST_WAIT_MS)
          throw new OutboundFailure('later', `${host} allows no requests until ${freeAt}.`, {
            retryAt: new Date(freeAt),
          })
        await wait(Math.max(ms, 1), signal)
      }
      const renew = (): Promise<void> => run((tx) => tx.sources.renewHostLease(host, reader, leaseEnd(tx.now)), null)
      const renewal = setInterval(() => void renew().catch(() => {}), RENEW_EVERY_MS)
      leases.set(host, { reader, renewal })
    },
    leave: async (host, notBefore) => {
      const lease = leases.get(host)
      if (lease === undefined) return
      leases.delete(host)
      clearInterval(lease.renewal)
      await run((tx) => tx.sources.releaseHost(host, lease.reader, notBefore.toISOString()), null)
    },
  }
}
