import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from '#core/access/is-loopback-host.ts'

/** Whose a request is for by its Host: ours, somebody else's, or nobody's because it names several. */
export type HostCheck = 'ours' | 'foreign' | 'several'

export type OwnHosts = {
  check(request: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>): HostCheck
  /** Anybody on the network may come, and nobody has said under which name. */
  isUndeclared: boolean
}

type Host = { name: string; port: string }

const HOST = /^(?<name>\[[\da-f:.]+\]|[^:\s/@?#]+?)\.?(?::(?<port>\d{1,5}))?$/iu
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }
const MAX_REMEMBERED = 200

/** A host as the Host header has it; null for what is none. */
export const parseHost = (text: string): Host | null => {
  const { name, port = '' } = HOST.exec(text)?.groups ?? {}
  return name === undefined ? null : { name: name.toLowerCase(), port }
}

/** Clients write it in one of two ways; the others are worth a lowered copy. */
const isHostName = (name: string | undefined): boolean =>
  name?.length === 4 && (name === 'Host' || name === 'host' || name.toLowerCase() === 'host')

const isRepeated = (rawHeaders: readonly string[]): boolean => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHostName(rawHeaders[at])) count += 1
  return count > 1
}

type Sites = {
  /** The address to listen on. */
  bind: string
  publicUrl: string | null
  /** Names, with a port where only that one is meant. */
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

/** Which hosts are ours: that of PUBLIC_URL, those of ALLOWED_HOSTS, and this machine where only it can come. */
export const ownHosts = (sites: Sites): OwnHosts => {
  const isOwn = hostTest(sites)
  const known = new Map<string, boolean>()
  const lookUp = (text: string): boolean => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const host = parseHost(text)
    const found = host !== null && isOwn(host)
    if (known.size < MAX_REMEMBERED) known.set(text, found)
    return found
  }
  /** Nearly all requests name the same one, and comparing costs less than looking up. */
  let lastOwn: string | null = null
  const isOurs = (text: string): boolean => {
    if (text === lastOwn) return true
    const found = lookUp(text)
    if (found) lastOwn = text
    return found
  }
  return {
    check: ({ url = '', headers, rawHeaders }) => {
      if (isRepeated(rawHeaders)) return 'several'
      // A whole address in the request line comes before the header (RFC 9112 section 3.2.2).
      const asked = url[0] === '/' || url === '*' ? headers.host : (URL.parse(url)?.host ?? '')
      // HTTP/1.0 knows no Host: who sends none claims nothing.
      return asked === undefined || isOurs(asked) ? 'ours' : 'foreign'
    },
    isUndeclared: sites.publicUrl === null && !isLoopbackHost(sites.bind) && sites.bind !== '::1',
  }
}
