import type { Clock } from '#ports/clock.ts'
import type { OutboundSender } from '#ports/outbound.ts'
import { checkAddress, type OutboundRules } from './check-address.ts'
import type { ResolveName } from './checked-lookup.ts'
import { connectionsBy } from './connections-by.ts'
import { fetchOnce, type FetchLimits } from './fetch-once.ts'
import { whenToAskAgain } from './retry-after.ts'

/** A receiver says with its status whether it took something; of what else it says, a beginning is enough. */
const LIMITS: FetchLimits = { bytes: 4_096, ms: 15_000 }

type SenderOptions = {
  rules: OutboundRules
  userAgent: string
  clock: Clock
  limits?: Partial<FetchLimits>
  resolveName?: ResolveName
}

/** Sends to other servers by POST: over https and to public addresses only, with bounds on time and on what is read. */
export const openOutboundSender = (options: SenderOptions): OutboundSender => {
  const { rules, userAgent, clock, resolveName } = options
  const limits = { ...LIMITS, ...options.limits }
  const connectionTo = connectionsBy(rules, resolveName)
  return {
    post: async ({ url: address, headers, body, signal = null }) => {
      const url = checkAddress(rules, address)
      const sent = {
        ...headers,
        'User-Agent': userAgent,
        'Accept-Encoding': 'identity',
        'Content-Length': String(Buffer.byteLength(body)),
      }
      const response = await fetchOnce(
        url,
        { ...connectionTo(url), headers: sent },
        { limits, signal, send: body, reads: 'beginning' },
      )
      return { ...response, url: url.href, retryAt: whenToAskAgain(response, clock.now()) }
    },
  }
}
