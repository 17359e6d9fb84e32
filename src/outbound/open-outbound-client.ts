import { OutboundFailure } from '#core/outbound/outbound-failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { HostGate, OutboundClient, OutboundRequest, OutboundResponse } from '#ports/outbound.ts'
import { checkAddress, hostName, type OutboundRules } from './check-address.ts'
import type { ResolveName } from './checked-lookup.ts'
import { fetchOnce, type FetchLimits, type RawResponse } from './fetch-once.ts'
import { whenToAskAgain } from './retry-after.ts'
import { connectionsBy } from './connections-by.ts'

/** Harvested pages have some megabytes at most. */
const LIMITS: FetchLimits = { bytes: 20_000_000, ms: 60_000 }
const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const SPACING_MS = 1_000
/** What hosts ask of programs: arXiv no more than one request in three seconds (its terms of use for APIs). */
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
 * Asks other servers: over https and at public addresses only, one request at a time for a host, with bounds on time and
 * size. Each redirect is checked like the first address.
 */
export const openOutboundClient = (options: OutboundOptions): OutboundClient => {
  const { rules, userAgent, clock, gate, resolveName } = options
  const limits = { ...LIMITS, ...options.limits }
  const connectionTo = connectionsBy(rules, resolveName)

  const ask = async (url: URL, request: OutboundRequest): Promise<OutboundResponse> => {
    const { headers = {}, spacingMs = SPACING_MS, signal = null } = request
    const host = hostName(url)
    await gate.enter(host, signal)
    let retryAt: Date | null = null
    try {
      const asked = { ...headers, 'User-Agent': userAgent, 'Accept-Encoding': 'gzip' }
      const response: RawResponse = await fetchOnce(url, { ...connectionTo(url), headers: asked }, { limits, signal })
      retryAt = whenToAskAgain(response, clock.now())
      return { ...response, url: url.href, retryAt }
    } finally {
      const rested = clock.now().getTime() + spacingOf(host, spacingMs)
      await gate.leave(host, new Date(Math.max(rested, retryAt?.getTime() ?? 0)))
    }
  }

  return {
    get: async (request) => {
      let url = checkAddress(rules, request.url)
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
        const response = await ask(url, request)
        const { location } = response.headers
        if (!REDIRECTS.has(response.status) || location === undefined || location === '') return response
        url = checkAddress(rules, URL.canParse(location, url) ? new URL(location, url).href : location)
      }
      throw new OutboundFailure('unreachable', `${request.url} leads on more than ${MOST_REDIRECTS} times.`)
    },
  }
}
