import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#ports/runtime.ts'
import type { HostGate, Wait, OutboundClient, OutboundRequest, OutboundResponse } from '#ports/outbound.ts'
import { OutboundFailure } from '#core/outbound.ts'
import { checkAddress, hostName, type OutboundRules, type ResolveName } from './check-address.ts'
import { fetchOnce, type FetchLimits, type RawResponse, serverRetryTime, connectionOptions } from './fetch-once.ts'

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

/**
 * A client for other servers: only https and public addresses, one request to a host at a time, with limits on time and
 * size. Redirects are checked like the first address.
 */
export const openOutboundClient = (options: OutboundOptions): OutboundClient => {
  const { rules, userAgent, clock, gate, resolveName } = options
  const limits = { ...LIMITS, ...options.limits }
  const connectionTo = connectionOptions(rules, resolveName)

  const send = async (url: URL, request: OutboundRequest): Promise<OutboundResponse> => {
    const { headers = {}, spacingMs = SPACING_MS, signal = null } = request
    const host = hostName(url)
    await gate.enter(host, signal)
    let retryAt: Date | null = null
    try {
      const sentHeaders = { ...headers, 'User-Agent': userAgent, 'Accept-Encoding': 'gzip' }
      const response: RawResponse = await fetchOnce(
        url,
        { ...connectionTo(url), headers: sentHeaders },
        { limits, signal },
      )
      retryAt = serverRetryTime(response, clock.now())
      return { ...response, url: url.href, retryAt }
    } finally {
      const spacedUntil = clock.now().getTime() + spacingOf(host, spacingMs)
      await gate.leave(host, new Date(Math.max(spacedUntil, retryAt?.getTime() ?? 0)))
    }
  }

  return {
    get: async (request) => {
      let url = checkAddress(rules, request.url)
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const response = await send(url, request)
        const { location } = response.headers
        if (!REDIRECTS.has(response.status) || location === undefined || location === '') return response
        url = checkAddress(rules, URL.canParse(location, url) ? new URL(location, url).href : location)
      }
      throw new OutboundFailure('unreachable', `${request.url} redirects more than ${MAX_REDIRECTS} times.`)
    },
  }
}
