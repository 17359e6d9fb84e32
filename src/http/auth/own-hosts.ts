import { isLoopbackHost } from '#core/outbound.ts'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'

/** How requests reach the console: over https, on this machine only, or unencrypted over the network. */
export const transportSecurity = (publicUrl: string): 'https' | 'loopback' | 'open' => {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' ? 'https' : isLoopbackHost(hostname) ? 'loopback' : 'open'
}

/** Whether the Host of a request is ours, another one, or ambiguous because there are several. */
export type HostCheck = 'ours' | 'foreign' | 'several'

export type OwnHosts = {
  check(request: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>): HostCheck
  /** The service listens on the network, and PUBLIC_URL is not set. */
  isUndeclared: boolean
}

type Host = { name: string; port: string }

const HOST = /^(?<name>\[[\da-f:.]+\]|[^:\s/@?#]+?)\.?(?::(?<port>\d{1,5}))?$/iu
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }
const MAX_CACHED_HOSTS = 200

/** Parses a Host header; null for anything else. */
export const parseHost = (text: string): Host | null => {
  const { name, port = '' } = HOST.exec(text)?.groups ?? {}
  return name === undefined ? null : { name: name.toLowerCase(), port }
}

/** Nearly all clients use one of two spellings, so a lower-cased copy is rarely made. */
const isHostName = (name: string | undefined): boolean =>
  name?.length === 4 && (name === 'Host' || name === 'host' || name.toLowerCase() === 'host')

const isRepeated = (rawHeaders: readonly string[]): boolean => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHostName(rawHeaders[at])) count += 1
  return count > 1
}

type Sites = {
  /** The address that the server listens on. */
  bind: string
  publicUrl: string | null
  /** Host names; with a port, only that port is allowed. */
  allowedHosts: readonly string[]
}

const hostTest = ({ bind, publicUrl, allowedHosts }: Sites): ((host: Host) => boolean) => {
  const allowed = allowedHosts.map(parseHost).filter((host) => host !== null)
  const site = publicUrl === null ? null : new URL(publicUrl)
  const isLocal = isLoopbackHost(bind) || bind === '::1'
  return ({ name, port }) => {
    if (isLocal && ['127.0.0.1', '[::1]', 'localhost'].includes(name)) return true
    if (allowed.some((host) => host.name === name && (host.port === '' || host.port === port))) return true
    if (site?.hostname !== name) return false
    return site.port === port || (site.port === '' && port === DEFAULT_PORTS[site.protocol])
  }
}

/** The hosts of this service: PUBLIC_URL, ALLOWED_HOSTS, and loopback names if it listens on loopback only. */
export const ownHosts = (sites: Sites): OwnHosts => {
  const isOwn = hostTest(sites)
  const known = new Map<string, boolean>()
  const isOurs = (text: string): boolean => {
    const cached = known.get(text)
    if (cached !== undefined) return cached
    const host = parseHost(text)
    const isOurHost = host !== null && isOwn(host)
    if (known.size < MAX_CACHED_HOSTS) known.set(text, isOurHost)
    return isOurHost
  }
  return {
    check: ({ url = '', headers, rawHeaders }) => {
      if (isRepeated(rawHeaders)) return 'several'
      // An absolute URL in the request line takes precedence over the header (RFC 9112 section 3.2.2).
      const host = url[0] === '/' || url === '*' ? headers.host : (URL.parse(url)?.host ?? '')
      // HTTP/1.0 has no Host header.
      return host === undefined || isOurs(host) ? 'ours' : 'foreign'
    },
    isUndeclared: sites.publicUrl === null && !isLoopbackHost(sites.bind) && sites.bind !== '::1',
  }
}

const incomingOf = (context: Context): IncomingMessage | undefined =>
  (context.env as { incoming?: IncomingMessage } | undefined)?.incoming

const isForeign = (context: Context, hosts: OwnHosts): boolean => {
  const incoming = incomingOf(context)
  return incoming !== undefined && hosts.check(incoming) === 'foreign'
}

/** Checked before anything else: a proxy and this server might pick different hosts. Throws `malformed`. */
export const refuseSeveralHosts = (context: Context, hosts: OwnHosts): void => {
  const incoming = incomingOf(context)
  if (incoming !== undefined && hosts.check(incoming) === 'several')
    throw new Failure('malformed', 'The request names more than one host.')
}

/** Checked before any route. Throws `misdirected` for a host that is not ours. */
export const refuseForeignHost = (context: Context, hosts: OwnHosts): void => {
  if (!hosts.isUndeclared && isForeign(context, hosts))
    throw new Failure(
      'misdirected',
      'This host is not served here. If it should be, the operator can add it to ALLOWED_HOSTS.',
    )
}

/** While our hosts are not configured, an unknown one is accepted for public reads only. Throws `insecure`. */
export const refuseUndeclaredHost = (context: Context, hosts: OwnHosts): void => {
  if (!hosts.isUndeclared || !isForeign(context, hosts)) return
  throw new Failure(
    'insecure',
    'Only public reads are answered at an address that the service does not know; the operator can set PUBLIC_URL.',
  )
}
