import { isIPv6 } from 'node:net'

const GROUPS = 8
/** What an IPv6 client may own whole: a household, a customer, a site. */
const PREFIXES = [64, 56, 48]

/** The first four of the eight groups of an IPv6 address, as numbers: all notations of one address give the same. */
const leadingGroups = (address: string): number[] => {
  const [head = '', tail = ''] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Array<string>(GROUPS - left.length - right.length).fill('0') : []
  return [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16))
}

/** An IPv4 client is its address. An IPv6 client is its /64 network, and counts for the /56 and the /48 around it. */
export const clientNetworks = (address: string): string[] => {
  if (!isIPv6(address)) return [address]
  const bits = leadingGroups(address).reduce((sum, group) => (sum << 16n) | BigInt(group), 0n)
  return PREFIXES.map((prefix) => `${(bits >> BigInt(64 - prefix)).toString(16)}/${prefix}`)
}
