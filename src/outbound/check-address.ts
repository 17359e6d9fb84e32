import { BlockList, isIP, type LookupFunction } from 'node:net'
import { type AddressChecker, OutboundFailure } from '#core/outbound.ts'
import { lookup as systemLookup, type LookupAddress } from 'node:dns'

/** IPv4 networks that are not reachable over the public Internet (IANA special-purpose registry) or not unicast. */
const SPECIAL_IPV4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** In IPv6 only global unicast is public, except transition mechanisms to IPv4 and documentation ranges. */
const GLOBAL_IPV6: [string, number] = ['2000::', 3]
const SPECIAL_IPV6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const listOf = (family: 'ipv4' | 'ipv6', networks: readonly [string, number][]): BlockList => {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

const specialIpv4 = listOf('ipv4', SPECIAL_IPV4)
const globalIpv6 = listOf('ipv6', [GLOBAL_IPV6])
const specialIpv6 = listOf('ipv6', SPECIAL_IPV6)

/** Whether a text is an IP address of the public Internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !specialIpv4.check(address, 'ipv4')
  return family === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}

/** Which servers may be contacted. */
export type OutboundRules = {
  /** Origins that are always allowed, such as `http://127.0.0.1:8081`; they are contacted without the proxy. */
  allowed: readonly string[]
  /** The proxy for requests; null for none. */
  proxyUrl: string | null
}

/** Suffixes of names that only exist in internal networks. */
const INTERNAL_NAME =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)$/u

/** The host of an address, without brackets or a trailing dot. */
export const hostName = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '')

export const isAllowedOrigin = ({ allowed }: OutboundRules, url: URL): boolean => allowed.includes(url.origin)

/** Why an address may not be contacted, as far as it shows before its host is resolved; null if it may. */
const faultOf = (rules: OutboundRules, url: URL): string | null => {
  if (isAllowedOrigin(rules, url) && /^https?:$/u.test(url.protocol)) return null
  if (url.protocol !== 'https:') return 'only https:// is allowed'
  const host = hostName(url)
  if (isIP(host) === 0)
    return !host.includes('.') || INTERNAL_NAME.test(host) ? 'it is a name in an internal network' : null
  if (rules.proxyUrl !== null) return 'behind a proxy only names are allowed'
  return isPublicAddress(host) ? null : 'it is not a public address'
}

/**
 * Checks an address before its host is resolved. A proxy resolves names itself: then literal addresses and internal names
 * are refused here, and the proxy is responsible for the rest. Throws an `OutboundFailure`, `refused`.
 */
export const checkAddress = (rules: OutboundRules, text: string): URL => {
  if (!URL.canParse(text)) throw new OutboundFailure('refused', `This is not an address: ${text.slice(0, 200)}`)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    throw new OutboundFailure('refused', `An address with a user or a password may not be contacted: ${url.origin}`)
  const fault = faultOf(rules, url)
  if (fault === null) return url
  throw new OutboundFailure(
    'refused',
    `${url.origin} may not be contacted: ${fault}. OUTBOUND_ALLOW=${url.origin} allows it.`,
  )
}

/** The same for an address that somebody enters: what is wrong with it, for a message after the name of its field. */
export const addressChecker =
  (rules: OutboundRules): AddressChecker =>
  (url) => {
    const fault = faultOf(rules, url)
    return fault === null ? null : `may not be contacted, because ${fault}; OUTBOUND_ALLOW=${url.origin} allows it`
  }

/** Throws if any address of a name is not public. */
const checkResolved = (host: string, addresses: readonly string[]): void => {
  const wrong = addresses.find((address) => !isPublicAddress(address))
  if (wrong === undefined && addresses.length > 0) return
  const reason = wrong === undefined ? 'it has no address' : `it resolves to ${wrong}, which is not a public address`
  throw new OutboundFailure('refused', `${host} may not be contacted: ${reason}. OUTBOUND_ALLOW makes exceptions.`)
}

/** Resolves a name to all its addresses. */
export type ResolveName = (host: string) => Promise<LookupAddress[]>

export const resolveBySystem: ResolveName = (host) => {
  const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>()
  systemLookup(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  return promise
}

/**
 * Resolves names for a connection, which then uses the addresses that were checked: resolving again for the connection could
 * give other addresses (DNS rebinding).
 */
export const checkedLookup =
  (resolveName: ResolveName): LookupFunction =>
  (host, { all }, callback) => {
    const answer = async (): Promise<void> => {
      try {
        const addresses = await resolveName(host)
        checkResolved(
          host,
          addresses.map(({ address }) => address),
        )
        const [first] = addresses
        if (all === true) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family ?? 4)
      } catch (error) {
        callback(error as NodeJS.ErrnoException, '')
      }
    }
    void answer()
  }
