import type { Paper } from '#core/papers/paper.ts'
import { linkError } from '#core/papers/identifiers.ts'
import { finding, type Finding } from './finding.ts'

/** Decides from its text alone whether an address can lead anywhere; nothing is ever fetched. */

/** Names that no public name server answers for (RFC 2606, 6761, 6762, 7686, 8375, 9476). */
const RESERVED =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|example|onion|alt|home\.arpa)$/u
const PLACEHOLDERS =
  /^(?:www\.)?(?:example\.(?:com|net|org|edu)|(?:your|my)?-?(?:domain|site|website|company)\.(?:com|net|org)|test\.com|placeholder\.com|foo\.(?:com|bar)|changeme\.com)$/u
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/u

/** Blocks of addresses that are not on the public internet: their first byte, and a range of the second where it counts. */
const PRIVATE_BLOCKS: readonly (readonly [first: number, from: number, to: number])[] = [
  [0, 0, 255],
  [10, 0, 255],
  [100, 64, 127],
  [127, 0, 255],
  [169, 254, 254],
  [172, 16, 31],
  [192, 168, 168],
  [198, 18, 19],
]

const isPrivateV4 = (host: string): boolean => {
  const [first = 0, second = 0] = host.split('.').map(Number)
  return first >= 224 || PRIVATE_BLOCKS.some(([block, from, to]) => first === block && second >= from && second <= to)
}

/** Loopback, unspecified, unique local, link-local, and IPv4 in any disguise; `URL` has put them into one form. */
const isPrivateV6 = (host: string): boolean =>
  /^\[(?:::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*|::ffff:.*)\]$/u.test(host)

const hostReason = (host: string): string | null => {
  if (host.startsWith('[')) return isPrivateV6(host) ? 'is no address of the public internet' : 'is a bare number'
  if (IPV4.test(host)) return isPrivateV4(host) ? 'is no address of the public internet' : 'is a bare number'
  if (PLACEHOLDERS.test(host)) return 'is a placeholder'
  if (RESERVED.test(host)) return 'is a reserved name'
  return host.includes('.') ? null : 'is no name of the public internet'
}

const linkFindings = (field: 'url' | 'storageUrl', address: string | null): Finding[] => {
  if (address === null) return []
  const error = linkError(address)
  if (error !== null) return [finding('address', field, 25, `The address ${error}.`)]
  const host = new URL(address).hostname.replace(/\.$/u, '')
  const reason = hostReason(host)
  return reason === null ? [] : [finding('address', field, 25, `The host ${host} ${reason}: the link leads nowhere.`)]
}

export const deadLinks = ({ url, storageUrl }: Paper): Finding[] => {
  if (url === null && storageUrl === null)
    return [finding('address', 'url', 10, 'There is no address at which the paper could be read.')]
  const [page, file] = [linkFindings('url', url), linkFindings('storageUrl', storageUrl)]
  // Two addresses at one host that leads nowhere are one matter.
  return [...page, ...file.filter(({ reason }) => reason !== page[0]?.reason)]
}
