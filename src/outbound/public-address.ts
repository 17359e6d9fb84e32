import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not reached over the public Internet (IANA special-purpose registry), or not of one host. */
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

/** Of IPv6 only global unicast is public, without what leads to IPv4 by another way or is for documents. */
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

/** Whether an IP address is one of the public Internet; false for what is no address at all. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !specialIpv4.check(address, 'ipv4')
  return family === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}
