import { isIP } from 'node:net'
import { OutboundFailure } from '#core/outbound/outbound-failure.ts'
import { isPublicAddress } from './public-address.ts'

/** What may be asked. */
export type OutboundRules = {
  /** Origins that may be asked whatever they are, such as `http://127.0.0.1:8081`: never through the proxy. */
  allowed: readonly string[]
  /** The proxy that asks for us; null for none. */
  proxyUrl: string | null
}

/** Endings of names that only an internal network knows. */
const INTERNAL_NAME =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)$/u

const refuse = (url: URL, reason: string): never => {
  throw new OutboundFailure(
    'refused',
    `${url.origin} may not be asked: ${reason}. OUTBOUND_ALLOW=${url.origin} allows it.`,
  )
}

/** The host of an address as a name or an IP address: without brackets, and without the dot at its end. */
export const hostName = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '')

export const isAllowedOrigin = ({ allowed }: OutboundRules, url: URL): boolean => allowed.includes(url.origin)

/**
 * Checks an address before its host is looked up. Behind a proxy the names are looked up there: then literal addresses
 * and names of internal networks are refused here, and the proxy guards the rest. Throws an `OutboundFailure`, `refused`.
 */
export const checkAddress = (rules: OutboundRules, text: string): URL => {
  if (!URL.canParse(text)) throw new OutboundFailure('refused', `This is no address: ${text.slice(0, 200)}`)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    throw new OutboundFailure('refused', `An address with a user or a password may not be asked: ${url.origin}`)
  if (isAllowedOrigin(rules, url) && /^https?:$/u.test(url.protocol)) return url
  if (url.protocol !== 'https:') return refuse(url, 'only https:// may')
  const host = hostName(url)
  if (isIP(host) !== 0) {
    if (rules.proxyUrl !== null) return refuse(url, 'behind a proxy only names may')
    if (!isPublicAddress(host)) return refuse(url, 'it is not a public address')
  } else if (!host.includes('.') || INTERNAL_NAME.test(host)) return refuse(url, 'it is a name of an internal network')
  return url
}

/** Throws where a name leads to an address that is not public: one of them is enough. */
export const checkResolved = (host: string, addresses: readonly string[]): void => {
  const wrong = addresses.find((address) => !isPublicAddress(address))
  if (wrong === undefined && addresses.length > 0) return
  const reason = wrong === undefined ? 'it has no address' : `it leads to ${wrong}, which is not a public address`
  throw new OutboundFailure('refused', `${host} may not be asked: ${reason}. OUTBOUND_ALLOW makes exceptions.`)
}
