import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from '#core/outbound.ts'
import { parseHost } from './own-hosts.ts'
import { isIPv6, BlockList, isIP, SocketAddress } from 'node:net'
import { createHmac } from 'node:crypto'
import type { ClientNetworks } from '#core/quota.ts'

const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Whether a request came through a proxy, judged by forwarding headers, a host other than this machine, a trusted proxy as
 * its peer, or HTTP/1.0, which proxies still speak and browsers do not.
 */
export const isThroughProxy = ({ env, req }: Context, isTrusted: (address: string) => boolean): boolean => {
  const incoming = (env as { incoming?: IncomingMessage } | undefined)?.incoming
  const host = parseHost(incoming?.headers.host ?? 'localhost')
  return (
    FORWARDING_HEADERS.some((name) => req.header(name) !== undefined) ||
    incoming?.httpVersion === '1.0' ||
    (host !== null && !isLoopbackHost(host.name)) ||
    isTrusted(incoming?.socket.remoteAddress ?? '')
  )
}

const GROUPS = 8
/** Networks that one IPv6 customer may own: /64 for a household, /56, /48 for a site. */
const PREFIXES = [64, 56, 48]

/** The first four of the eight groups of an IPv6 address, the same for every notation of the address. */
const leadingGroups = (address: string): number[] => {
  const [head = '', tail = ''] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Array<string>(GROUPS - left.length - right.length).fill('0') : []
  return [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16))
}

/** An IPv4 client is its address. An IPv6 client is its /64 network, and also counts for the /56 and the /48 around it. */
export const clientNetworks = (address: string): string[] => {
  if (!isIPv6(address)) return [address]
  const bits = leadingGroups(address).reduce((sum, group) => (sum << 16n) | BigInt(group), 0n)
  return PREFIXES.map((prefix) => `${(bits >> BigInt(64 - prefix)).toString(16)}/${prefix}`)
}

type Bindings = { incoming?: { socket?: { remoteAddress?: string } } }

/** Turns `::ffff:192.0.2.1`, in any notation, into its IPv4 address. */
const unmapIpv4 = (address: string): string => {
  if (!isIPv6(address)) return address
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = /^::ffff:(?<dotted>\d+\.\d+\.\d+\.\d+)$/u.exec(canonical)?.groups?.dotted
  return mapped ?? canonical
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Tests whether an address is in one of these networks (CIDR) or is one of these addresses. */
export const proxyMatcher = (networks: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const entry of networks) {
    const [address = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/** An address as proxies write it: alone, with a port, or in brackets. */
const HOP = /^(?:\[(?<bracketed>[^\]]+)\]|(?<dotted>[^:]+))(?::\d{1,5})?$/u

/** The address in an entry of X-Forwarded-For, which some proxies write with a port; null for anything else. */
const hopAddress = (hop: string): string | null => {
  const { bracketed, dotted } = HOP.exec(hop)?.groups ?? {}
  const address = bracketed ?? dotted ?? hop
  return isIP(address) === 0 ? null : unmapIpv4(address)
}

/** The first address from the right that is not a trusted proxy: entries further left may be forged. */
const clientAddress = (context: Context, isTrusted: (address: string) => boolean): string => {
  const bindings = context.env as Bindings | undefined
  let address = unmapIpv4(bindings?.incoming?.socket?.remoteAddress ?? '127.0.0.1')
  const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  while (isTrusted(address)) {
    const hop = hopAddress(hops.pop() ?? '')
    if (hop === null) break
    address = hop
  }
  return address
}

/** Names a client without storing its address: keyed hashes of its networks, the narrowest first. */
export const clientHasher =
  (secret: Buffer, isTrusted: (address: string) => boolean) =>
  (context: Context): ClientNetworks =>
    clientNetworks(clientAddress(context, isTrusted)).map((network) =>
      createHmac('sha256', secret).update(`client\0${network}`).digest('base64url').slice(0, 22),
    )

/** The name of a client without its wider networks. */
export const clientName = ([own = '']: ClientNetworks): string => own

const narrowest = (address: string): string => clientNetworks(address)[0] ?? address

/** The address itself, for logs that other programs read. */
export const clientAddressReader =
  (isTrusted: (address: string) => boolean) =>
  (context: Context): string =>
    clientAddress(context, isTrusted)

/** The client of a request: its IPv4 address or IPv6 /64 network. */
export const clientNetwork =
  (isTrusted: (address: string) => boolean) =>
  (context: Context): string =>
    narrowest(clientAddress(context, isTrusted))

/** The client of a connection; null for a trusted proxy. */
export const connectionClient =
  (isTrusted: (address: string) => boolean) =>
  (remoteAddress: string): string | null => {
    const address = unmapIpv4(remoteAddress)
    return isTrusted(address) ? null : narrowest(address)
  }
