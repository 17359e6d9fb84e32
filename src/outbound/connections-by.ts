import https from 'node:https'
import type { RequestOptions } from 'node:http'
import { isAllowedOrigin, type OutboundRules } from './check-address.ts'
import { checkedLookup, resolveBySystem, type ResolveName } from './checked-lookup.ts'

/** How an address is connected to: an exception goes where it says; behind a proxy the name is looked up there. */
export const connectionsBy = (
  rules: OutboundRules,
  resolveName: ResolveName = resolveBySystem,
): ((url: URL) => Pick<RequestOptions, 'agent' | 'lookup'>) => {
  const lookup = checkedLookup(resolveName)
  const proxied = rules.proxyUrl === null ? null : new https.Agent({ proxyEnv: { HTTPS_PROXY: rules.proxyUrl } })
  return (url) => {
    if (isAllowedOrigin(rules, url)) return { agent: false }
    return proxied === null ? { agent: false, lookup } : { agent: proxied }
  }
}
