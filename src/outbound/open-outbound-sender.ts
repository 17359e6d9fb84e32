import type { Clock } from '#ports/runtime.ts'
import type { OutboundSender } from '#ports/outbound.ts'
import { checkAddress, type OutboundRules, type ResolveName } from './check-address.ts'
import { connectionOptions, fetchOnce, type FetchLimits, serverRetryTime } from './fetch-once.ts'

/** Only the status of the receiver matters; the start of its response body is kept for the record. */
const LIMITS: FetchLimits = { bytes: 4_096, ms: 15_000 }

type SenderOptions = {
  rules: OutboundRules
  userAgent: string
  clock: Clock
  limits?: Partial<FetchLimits>
  resolveName?: ResolveName
}

/** Sends POST requests to other servers: only https and public addresses, with limits on time and on the response. */
export const openOutboundSender = (options: SenderOptions): OutboundSender => {
  const { rules, userAgent, clock, resolveName } = options
  const limits = { ...LIMITS, ...options.limits }
  const connectionTo = connectionOptions(rules, resolveName)
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
      return { ...response, url: url.href, retryAt: serverRetryTime(response, clock.now()) }
    },
  }
}
