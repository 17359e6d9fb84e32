import { createHmac } from 'node:crypto'
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net'
import type { Context } from 'hono'
import type { ClientNetworks } from '#core/quota.ts'
import { clientNetworks } from './client-networks.ts'

type Bindings = { incoming?: { socket?: { remoteAddress?: string } } }

/** `::ffff:192.0.2.1`, in whatever notation, is the IPv4 address it stands for. */
const unmapIpv4 = (address: string): string => {
  if (!isIPv6(address)) return address
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = /^::ffff:(?<dotted>\d+\.\d+\.\d+\.\d+)$/u.exec(canonical)?.groups?.dotted
  return mapped ?? canonical
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** A list of networks in CIDR form, or single addresses, as a test for membership. */
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

/** The address in an entry of X-Forwarded-For, which some proxies write with its port; null for anything else. */
const hopAddress = (hop: string): string | null => {
  const { bracketed, dotted } = HOP.exec(hop)?.groups ?? {}
  const address = bracketed ?? dotted ?? hop
  return isIP(address) === 0 ? null : unmapIpv4(address)
}

/** The nearest address that is not a trusted proxy, read from the right: what stands left of it anyone may have written. */
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

/** Names a client without keeping its address: keyed hashes of the networks it is in, from the narrowest. */
export const clientHasher =
  (secret: Buffer, isTrusted: (address: string) => boolean) =>
  (context: Context): ClientNetworks =>
    clientNetworks(clientAddress(context, isTrusted)).map((network) =>
      createHmac('sha256', secret).update(`client\0${network}`).digest('base64url').slice(0, 22),
    )

/** The name of a client alone. */
export const clientName = ([own = '']: ClientNetworks): string => own

const narrowest = (address: string): string => clientNetworks(address)[0] ?? address

/** The address itself, for what must name it to others. */
export const clientAddressReader =
  (isTrusted: (address: string) => boolean) =>
  (context: Context): string =>
    clientAddress(context, isTrusted)

/** Who sent a request: the address, or the /64 network it is in. */
export const clientNetwork =
  (isTrusted: (address: string) => boolean) =>
  (context: Context): string =>
    narrowest(clientAddress(context, isTrusted))

/** Whose a connection is; null for a trusted proxy. */
export const connectionClient =
  (isTrusted: (address: string) => boolean) =>
  (remoteAddress: string): string | null => {
    const address = unmapIpv4(remoteAddress)
    return isTrusted(address) ? null : narrowest(address)
  }
