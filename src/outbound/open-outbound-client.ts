import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#ports/runtime.ts'
import type {
  HostGate,
  Wait,
  OutboundClient,
  OutboundRequest,
  OutboundResponse,
  OutboundStreams,
  StreamedResponse,
} from '#ports/outbound.ts'
import { OutboundFailure } from '#core/outbound.ts'
import { checkAddress, hostName, type OutboundRules, type ResolveName } from './check-address.ts'
import {
  fetchOnce,
  type FetchLimits,
  type RawResponse,
  serverRetryTime,
  streamOnce,
  connectionOptions,
} from './fetch-once.ts'

/** The longest wait for a host. */
const LONGEST_WAIT_MS = 60_000

export const waitFor: Wait = async (ms, signal) => {
  await pause(ms, undefined, signal === null ? {} : { signal })
}

/** A gate for the requests of one process: one at a time to each host. */
export const memoryGate = (clock: Clock, wait: Wait = waitFor): HostGate => {
  const queues = new Map<string, Promise<void>>()
  const ends = new Map<string, () => void>()
  const notBefore = new Map<string, number>()
  const pauseFor = async (host: string, signal: AbortSignal | null): Promise<void> => {
    const at = notBefore.get(host) ?? 0
    const ms = at - clock.now().getTime()
    if (ms > LONGEST_WAIT_MS)
      throw new OutboundFailure('later', `${host} allows no requests for a while.`, { retryAt: new Date(at) })
    if (ms > 0) await wait(ms, signal)
  }
  return {
    enter: async (host, signal) => {
      const before = queues.get(host)
      const turn = Promise.withResolvers<void>()
      queues.set(host, turn.promise)
      await before
      try {
        signal?.throwIfAborted()
        await pauseFor(host, signal)
      } catch (error) {
        turn.resolve()
        throw error
      }
      ends.set(host, turn.resolve)
    },
    leave: async (host, at) => {
      notBefore.set(host, at.getTime())
      ends.get(host)?.()
    },
  }
}

/** Harvested pages have a few megabytes at most. */
const LIMITS: FetchLimits = { bytes: 20_000_000, ms: 60_000 }
/** The table of Retraction Watch has some 60 MB and grows; a minute may pass between two pieces of it. */
const STREAM_LIMITS: FetchLimits = { bytes: 1_000_000_000, ms: 60_000 }
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const SPACING_MS = 1_000
/** Minimum spacing per host: arXiv allows one request in three seconds (terms of use of its APIs). */
const SPACINGS: [RegExp, number][] = [[/(?:^|\.)arxiv\.org$/u, 3_000]]

export type OutboundOptions = {
  rules: OutboundRules
  userAgent: string
  clock: Clock
  gate: HostGate
  limits?: Partial<FetchLimits>
  resolveName?: ResolveName
}

const spacingOf = (host: string, wanted: number): number =>
  Math.max(wanted, SPACINGS.find(([known]) => known.test(host))?.[1] ?? 0)

const isRedirect = ({ status, headers }: Pick<OutboundResponse, 'status' | 'headers'>): boolean =>
  REDIRECTS.has(status) && (headers.location ?? '') !== ''

/** What a request led to: a result, or another address. */
type Sent<T> = { result: T } | { location: string }

/**
 * A client for other servers: only https and public addresses, one request to a host at a time, with limits on time and
 * size. Redirects are checked like the first address.
 */
export const openOutboundClient = (options: OutboundOptions): OutboundClient & OutboundStreams => {
  const { rules, userAgent, clock, gate, resolveName } = options
  const connectionTo = connectionOptions(rules, resolveName)
  const headersOf = ({ headers = {} }: OutboundRequest) => ({
    'Accept-Encoding': 'gzip',
    ...headers,
    'User-Agent': userAgent,
  })

  /** Sends a request when its host may be asked; `exchange` returns when the host may be asked again. */
  const inTurn = async <T>(
    url: URL,
    { spacingMs = SPACING_MS, signal }: OutboundRequest,
    exchange: (answered: (response: Omit<RawResponse, 'body'>) => Date | null) => Promise<T>,
  ): Promise<T> => {
    const host = hostName(url)
    await gate.enter(host, signal ?? null)
    let retryAt: Date | null = null
    try {
      return await exchange((response) => (retryAt = serverRetryTime(response, clock.now())))
    } finally {
      const spacedUntil = clock.now().getTime() + spacingOf(host, spacingMs)
      // TypeScript does not see that a callback set it.
      const after = retryAt as Date | null
      await gate.leave(host, new Date(Math.max(spacedUntil, after?.getTime() ?? 0)))
    }
  }

  const followed = async <T>(request: OutboundRequest, send: (url: URL) => Promise<Sent<T>>): Promise<T> => {
    let url = checkAddress(rules, request.url)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const sent = await send(url)
      if ('result' in sent) return sent.result
      const { location } = sent
      url = checkAddress(rules, URL.canParse(location, url) ? new URL(location, url).href : location)
    }
    throw new OutboundFailure('unreachable', `${request.url} redirects more than ${MAX_REDIRECTS} times.`)
  }

  return {
    get: (request) =>
      followed(request, (url) =>
        inTurn(url, request, async (answered): Promise<Sent<OutboundResponse>> => {
          const sent = { ...connectionTo(url), headers: headersOf(request) }
          const limits = { ...LIMITS, ...options.limits }
          const response = await fetchOnce(url, sent, { limits, signal: request.signal ?? null })
          const retryAt = answered(response)
          return isRedirect(response)
            ? { location: response.headers.location ?? '' }
            : { result: { ...response, url: url.href, retryAt } }
        }),
      ),
    stream: <T>(request: OutboundRequest, use: (response: StreamedResponse) => Promise<T>) =>
      followed<T>(request, (url) =>
        inTurn(url, request, (answered) => {
          const sent = { ...connectionTo(url), headers: headersOf(request) }
          const limits = { ...STREAM_LIMITS, ...options.limits }
          return streamOnce(
            url,
            sent,
            { limits, signal: request.signal ?? null },
            async (response): Promise<Sent<T>> => {
              const retryAt = answered(response)
              if (isRedirect(response)) return { location: response.headers.location ?? '' }
              return { result: await use({ ...response, url: url.href, retryAt }) }
            },
          )
        }),
      ),
  }
}
